// @ts-check
// The page's side of the worker that judges: calls with answers, one after the other.

/** @typedef {{ resolve: (value: any) => void, reject: (reason: Error) => void, progress?: (step: any) => void }} Waiting */

export class Engine {
  /** @param {(state: string) => void} tell is told how far the worker is on its way to being ready */
  constructor(tell) {
    this.tell = tell;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    this.next = 1;
    this.start();
  }

  start() {
    // A worker made from a blob obeys the policy of this page, whatever headers the server sends.
    const home = new URL("worker.mjs", location.href).href;
    const blob = new Blob([`import ${JSON.stringify(home)};`], { type: "text/javascript" });
    const address = URL.createObjectURL(blob);
    this.worker = new Worker(address, { type: "module" });
    this.worker.addEventListener("message", (event) => this.heard(event.data));
    this.worker.addEventListener("error", (event) => {
      this.fail(new Error(event.message || "the part of the page that judges could not be loaded"));
    });
    this.worker.postMessage({ id: 0, base: new URL("./", location.href).href });
  }

  /** @param {any} said */
  heard(said) {
    if (said.state) {
      this.tell(said.state);
      return;
    }
    const waiting = this.waiting.get(said.id);
    if (!waiting) return;
    if (said.step !== undefined) {
      waiting.progress?.(said.step);
      return;
    }
    this.waiting.delete(said.id);
    if (said.error) waiting.reject(new Error(said.error));
    else waiting.resolve(said.value);
  }

  /** @param {Error} reason */
  fail(reason) {
    for (const waiting of this.waiting.values()) waiting.reject(reason);
    this.waiting.clear();
    this.tell(reason.message);
  }

  /**
   * Call a function of the Python side.
   * @param {string} name
   * @param {any[]} args
   * @param {{ path: string, data: ArrayBuffer }[]} [files] what Python finds at these paths
   * @param {(step: any) => void} [progress]
   * @returns {Promise<any>}
   */
  call(name, args, files, progress) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, progress });
      this.worker?.postMessage({ id, name, args, files });
    });
  }

  /** Stop whatever is being worked on and begin anew. */
  restart() {
    this.worker?.terminate();
    this.fail(new Error("stopped"));
    this.start();
  }
}
