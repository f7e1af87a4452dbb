// @ts-check
// Runs Python beside the page: loads the runtime and deckcheck once, then answers calls in the order they come.

/** @typedef {{ path: string, data: ArrayBuffer }} Given */

/** @type {Promise<(name: string, args: any[], id: number, files: Given[]) => any> | undefined} */
let ready;

self.addEventListener("message", async (event) => {
  const { id, name, args, base, files } = event.data;
  if (id === 0) {
    ready = load(base);
    try {
      await ready;
      self.postMessage({ state: "ready" });
    } catch (fault) {
      self.postMessage({ state: `It could not be loaded: ${fault instanceof Error ? fault.message : fault}` });
    }
    return;
  }
  try {
    const call = await /** @type {NonNullable<typeof ready>} */ (ready);
    self.postMessage({ id, ...call(name, args, id, files) });
  } catch (fault) {
    const text = fault instanceof Error ? fault.message : String(fault);
    self.postMessage({ id, error: `a fault of deckcheck: ${text.trim().split("\n").pop()}` });
  }
});

/** @param {string} base the folder of the site */
async function load(base) {
  const at = (/** @type {string} */ name) => new URL(name, base).href;
  const manifest = await (await got(at("manifest.json"))).json();
  /** @param {string} name */
  const checked = async (name) => {
    const answer = await got(at(name), { integrity: manifest.files[name] });
    return new Uint8Array(await answer.arrayBuffer());
  };
  self.postMessage({ state: "Loading the engine (about 12 MB, once) …" });
  const { loadPyodide } = await import(at("runtime/pyodide.mjs"));
  const [python, archive, wheel] = await Promise.all([
    loadPyodide({ indexURL: at("runtime/") }),
    checked(manifest.archive),
    checked(manifest.wheel),
  ]);
  self.postMessage({ state: "Loading the card pools …" });
  python.unpackArchive(archive, "zip", { extractDir: "/deckcheck" });
  python.unpackArchive(wheel, "wheel");
  python.globals.set("folders", python.toPy(manifest.data.map((/** @type {string} */ one) => `/deckcheck/${one}`)));
  const call = python.runPython(`
import sys
sys.path.insert(0, "/deckcheck")
from deckcheck.site.bridge import caller
caller(list(folders))
`);
  return (/** @type {string} */ name, /** @type {any[]} */ args, /** @type {number} */ id, /** @type {Given[]} */ files) => {
    const step = (/** @type {string} */ text) => self.postMessage({ id, step: JSON.parse(text) });
    if (files) write(python.FS, files);
    return JSON.parse(call(name, JSON.stringify(args), step));
  };
}

/** Write dropped files where Python finds them; no name can lead out of its folder.
 * @param {any} fs @param {Given[]} files */
function write(fs, files) {
  for (const { path, data } of files) {
    const parts = path.split("/").filter((part) => part && part !== "." && part !== "..");
    const place = `/${parts.join("/")}`;
    fs.mkdirTree(place.slice(0, place.lastIndexOf("/")) || "/");
    fs.writeFile(place, new Uint8Array(data));
  }
}

/** @param {string} address @param {RequestInit} [more] */
async function got(address, more) {
  const answer = await fetch(address, { credentials: "same-origin", ...more });
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
  return answer;
}
