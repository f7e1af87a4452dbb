// @ts-check
// The player's page: a list goes in, the verdict comes out while typing.

import { Engine } from "./engine.mjs";
import { packed, unpacked } from "./link.mjs";
import { keep, make, offer, part, today } from "./parts.mjs";
import * as show from "./report.mjs";
import { timeline } from "./timeline.mjs";

const list = part("list", HTMLTextAreaElement);
const numbers = part("numbers", HTMLElement);
const format = part("format", HTMLSelectElement);
const asOf = part("as-of", HTMLInputElement);
const said = part("said", HTMLElement);
const answerBox = part("answer", HTMLElement);
const findings = part("findings", HTMLElement);
const mend = part("mend", HTMLElement);
const answers = part("answers", HTMLElement);
const time = part("time", HTMLElement);
const stretches = part("stretches", HTMLElement);
const undo = part("undo", HTMLButtonElement);
const dialog = part("rule", HTMLDialogElement);

const PAUSE = 250; // milliseconds without a key before the list is judged
let name = "deck.txt";
let asked = 0;
/** @type {string | null} the format that judged the list last */
let judgedBy = null;
let ready = false;
/** @type {string[]} */
const before = [];

const engine = new Engine((state) => {
  if (state === "ready") begin();
  else answerBox.replaceChildren(make("p", { class: "quiet" }, state));
});

async function begin() {
  const about = await engine.call("about", []);
  part("version", HTMLElement).textContent = `deckcheck ${about.version}`;
  offer(format, about.games);
  ready = true;
  await restore();
  await judge();
}

/** What the engine's functions take of the page. */
function deck() {
  return [list.value, name, format.value || null, asOf.value || null, today()];
}

async function judge() {
  if (!ready) return;
  const turn = ++asked;
  answers.replaceChildren();
  stretches.replaceChildren();
  if (!list.value.trim()) {
    answerBox.replaceChildren(make("p", { class: "quiet" }, "Ready. Paste a list."));
    findings.replaceChildren();
    mend.hidden = time.hidden = true;
    mark([]);
    return;
  }
  try {
    const answer = await engine.call("check", deck());
    if (turn !== asked) return;
    const told = answer.report.findings;
    answerBox.replaceChildren(show.verdict(answer));
    findings.replaceChildren(...told.map((/** @type {any} */ _, /** @type {number} */ at) => show.finding(answer, at, actions)));
    mend.hidden = answer.report.verdict !== "illegal";
    judgedBy = answer.report.format;
    time.hidden = !judgedBy;
    mark(told);
  } catch (fault) {
    if (turn === asked) complain(fault);
  }
}

/** @param {unknown} fault */
function complain(fault) {
  answerBox.replaceChildren(make("p", { class: "verdict unreadable" }, fault instanceof Error ? fault.message : String(fault)));
  findings.replaceChildren();
  mend.hidden = time.hidden = true;
  mark([]);
}

/** Number the lines, and mark those that findings are about.
 * @param {any[]} told */
function mark(told) {
  /** @type {Map<number, string>} */
  const marked = new Map();
  for (const item of [...told].reverse()) {
    for (const place of [item.location, ...item.related]) if (place && item.severity !== "info") marked.set(place.line, item.severity);
  }
  const lines = list.value.split("\n").length;
  const rows = [];
  for (let line = 1; line <= Math.min(lines, 3000); line++) rows.push(make("span", { class: marked.get(line) ?? "" }, String(line)));
  numbers.replaceChildren(...rows);
  numbers.scrollTop = list.scrollTop;
}

/** @param {string} text another list in place of this one; the old one can be had back */
function replace(text) {
  before.push(list.value);
  undo.hidden = false;
  list.value = text;
  return judge();
}

/** @type {show.Actions} */
const actions = {
  rename(line, from, to) {
    const lines = list.value.split("\n");
    const at = lines[line - 1]?.toLowerCase().indexOf(from.toLowerCase()) ?? -1;
    if (at < 0 || !from) {
      said.textContent = `Line ${line} has no “${from}” any more.`;
      return;
    }
    lines[line - 1] = lines[line - 1].slice(0, at) + to + lines[line - 1].slice(at + from.length);
    said.textContent = `Line ${line} now says “${to}”.`;
    replace(lines.join("\n"));
  },
  async rule(id) {
    try {
      const { pages } = await engine.call("rule", [id]);
      part("rule-title", HTMLElement).textContent = `${id}: ${pages[0].title}`;
      show.rule(part("rule-text", HTMLElement), pages);
    } catch (fault) {
      part("rule-title", HTMLElement).textContent = id;
      part("rule-text", HTMLElement).textContent = fault instanceof Error ? fault.message : String(fault);
    }
    dialog.showModal();
  },
  go(line) {
    const lines = list.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    list.focus();
    list.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    list.scrollTop = Math.max(0, (line - 6) * (list.scrollHeight / lines.length));
  },
};

part("suggest", HTMLButtonElement).addEventListener("click", async () => {
  answers.replaceChildren(make("p", { class: "quiet" }, "Looking …"));
  const turn = asked;
  try {
    const found = await engine.call("suggest", deck());
    if (turn !== asked) return;
    answers.replaceChildren();
    for (const one of found.repairs) {
      const steps = make("ul", {}, ...one.words.map((/** @type {string} */ step) => make("li", {}, step)));
      answers.append(make("div", { class: "finding" }, steps, make("button", { type: "button", class: "apply", click: () => replace(one.text) }, "Do this")));
    }
    if (found.repairs.length && !found.exact) answers.append(make("p", { class: "quiet" }, "A smaller change may exist; the search was cut off."));
    for (const problem of found.problems) answers.append(make("p", {}, problem));
    if (!found.repairs.length && !found.problems.length) answers.append(make("p", {}, "No change was found that makes it legal; the search is bounded."));
    for (const remark of found.remarks) answers.append(make("p", {}, `Besides, the list itself: ${remark}`));
  } catch (fault) {
    answers.replaceChildren(make("p", {}, fault instanceof Error ? fault.message : String(fault)));
  }
});

part("timeline", HTMLButtonElement).addEventListener("click", async () => {
  stretches.replaceChildren(make("p", { class: "quiet" }, "Judging every day on which something changed …"));
  const turn = asked;
  try {
    const found = await engine.call("timeline", [list.value, name, judgedBy, today()]);
    if (turn !== asked) return;
    stretches.replaceChildren(...found.formats.map((/** @type {any} */ line) => timeline(line, today())));
    for (const problem of found.problems) stretches.append(make("p", {}, problem));
  } catch (fault) {
    stretches.replaceChildren(make("p", {}, fault instanceof Error ? fault.message : String(fault)));
  }
});

undo.addEventListener("click", () => {
  const last = before.pop();
  undo.hidden = before.length === 0;
  if (last !== undefined) {
    list.value = last;
    judge();
  }
});

for (const [id, form, what] of [["copy-text", "full", "The report"], ["copy-markdown", "markdown", "The report, as Markdown,"]]) {
  part(id, HTMLButtonElement).addEventListener("click", async () => {
    try {
      const { text } = await engine.call("render", [form, ...deck()]);
      await navigator.clipboard.writeText(text);
      said.textContent = `${what} is on the clipboard.`;
    } catch (fault) {
      said.textContent = `It could not be copied: ${fault instanceof Error ? fault.message : fault}`;
    }
  });
}

part("link", HTMLButtonElement).addEventListener("click", async () => {
  const fragment = await packed({ text: list.value, name, format: format.value, asOf: asOf.value });
  history.replaceState(null, "", `#${fragment}`);
  try {
    await navigator.clipboard.writeText(location.href);
    said.textContent = "The link is on the clipboard; the deck is in it and nowhere else.";
  } catch {
    said.textContent = "The link is in the address bar; the deck is in it and nowhere else.";
  }
});

/** @param {File} file */
async function open(file) {
  const found = await engine.call("opened", ["/dropped", file.name], [{ path: "/dropped", data: await file.arrayBuffer() }]);
  if (found.text === null) {
    said.textContent = `${file.name}: ${found.problems.join("; ")}`;
    return;
  }
  name = file.name;
  said.textContent = [file.name, ...found.problems].join("; ");
  await replace(found.text);
}

part("file", HTMLInputElement).addEventListener("change", (event) => {
  const chosen = /** @type {HTMLInputElement} */ (event.target).files?.[0];
  if (chosen) open(chosen).catch(complain);
});

const editor = part("editor", HTMLElement);
editor.addEventListener("dragover", (event) => {
  event.preventDefault();
  editor.classList.add("over");
});
editor.addEventListener("dragleave", () => editor.classList.remove("over"));
editor.addEventListener("drop", (event) => {
  editor.classList.remove("over");
  const dropped = event.dataTransfer?.files[0];
  if (!dropped) return;
  event.preventDefault();
  open(dropped).catch(complain);
});

/** @type {number | undefined} */
let timer;
list.addEventListener("input", () => {
  mark([]);
  clearTimeout(timer);
  timer = window.setTimeout(judge, PAUSE);
});
list.addEventListener("paste", () => {
  if (!list.value) name = "deck.txt";
});
list.addEventListener("scroll", () => {
  numbers.scrollTop = list.scrollTop;
});
format.addEventListener("change", judge);
asOf.addEventListener("change", judge);

/** The deck in the address, if it holds one. */
async function restore() {
  const shared = await unpacked(location.hash);
  if (!shared) return;
  list.value = shared.text;
  name = shared.name ?? "deck.txt";
  if (shared.format !== undefined) format.value = shared.format;
  if (shared.asOf !== undefined) asOf.value = shared.asOf;
}

window.addEventListener("hashchange", () => restore().then(judge));
mark([]);
keep();
