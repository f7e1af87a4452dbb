// @ts-check
// The organizer's page: submissions go in, the audit's page, table and messages come out.

import { Engine } from "./engine.mjs";
import { count, download, keep, offer, part, today } from "./parts.mjs";

/** @typedef {{ path: string, data: ArrayBuffer }} Given */

const format = part("format", HTMLSelectElement);
const asOf = part("as-of", HTMLInputElement);
const title = part("title", HTMLInputElement);
const run = part("run", HTMLButtonElement);
const stop = part("stop", HTMLButtonElement);
const state = part("state", HTMLElement);
const chosen = part("chosen", HTMLElement);
const progress = part("progress", HTMLProgressElement);
const results = part("results", HTMLElement);

/** @type {Map<string, File>} */
const decks = new Map();
/** @type {File | null} */
let roster = null;
/** @type {{ csv: string, html: string, messages: string } | null} */
let found = null;
let ready = false;
let running = false;
let lines = "";
let begun = false;

const engine = new Engine((told) => {
  if (told === "ready") begin();
  else if (!running) state.textContent = told;
});

async function begin() {
  if (!begun) {
    const about = await engine.call("about", []);
    part("version", HTMLElement).textContent = `deckcheck ${about.version}`;
    offer(format, about.games);
    begun = true;
  }
  ready = true;
  if (!running) state.textContent = "Ready.";
  enable();
}

function enable() {
  run.disabled = !ready || running || decks.size === 0;
  stop.hidden = !running;
}

/** @param {File[]} files @param {(file: File) => string} path */
function take(files, path) {
  for (const file of files) decks.set(path(file), file);
  tell();
}

function tell() {
  const listed = decks.size ? count(decks.size, "file") : "Nothing chosen yet; files can be dropped anywhere on the page.";
  chosen.textContent = listed + (roster ? `, roster ${roster.name}` : "");
  enable();
}

for (const id of ["files", "folder"]) {
  part(id, HTMLInputElement).addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    take([...(input.files ?? [])], (file) => file.webkitRelativePath || file.name);
    input.value = "";
  });
}

part("roster", HTMLInputElement).addEventListener("change", (event) => {
  roster = /** @type {HTMLInputElement} */ (event.target).files?.[0] ?? null;
  tell();
});

part("clear", HTMLButtonElement).addEventListener("click", () => {
  decks.clear();
  roster = null;
  tell();
});

document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  const items = [...(event.dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  for (const entry of items) await walk(entry, "");
  tell();
});

/** Every file below what was dropped.
 * @param {FileSystemEntry} entry @param {string} above */
async function walk(entry, above) {
  const path = above + entry.name;
  if (entry.isFile) {
    decks.set(path, await new Promise((resolve, reject) => /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject)));
    return;
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const more = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (more.length === 0) return;
    for (const one of more) await walk(one, `${path}/`);
  }
}

/** @returns {Promise<Given[]>} */
async function rosterFile() {
  return roster ? [{ path: "/event/roster.csv", data: await roster.arrayBuffer() }] : [];
}

run.addEventListener("click", async () => {
  running = true;
  results.hidden = true;
  lines = "";
  enable();
  progress.hidden = false;
  progress.removeAttribute("value");
  state.textContent = "Reading the files …";
  try {
    await engine.call("clear", []);
    const files = await rosterFile();
    for (const [path, file] of decks) files.push({ path: `/event/submissions/${path}`, data: await file.arrayBuffer() });
    const asked = [format.value || null, asOf.value || null, today(), title.value, roster !== null];
    const total = await engine.call("count", [], files);
    progress.max = Math.max(1, total.submissions);
    found = await engine.call("audit", asked, undefined, (step) => {
      lines += step.lines;
      progress.value = step.decks;
      state.textContent = `${step.decks} of ${total.submissions} judged`;
    });
    state.textContent = `${count(total.submissions, "submission")} judged.`;
    show();
  } catch (fault) {
    state.textContent = fault instanceof Error ? fault.message : String(fault);
  } finally {
    running = false;
    progress.hidden = true;
    enable();
  }
});

stop.addEventListener("click", async () => {
  const kept = lines;
  ready = false;
  engine.restart();
  const done = kept.split("\n").length - 1;
  if (!done) return;
  try {
    found = await engine.call("tables", [kept, title.value, roster !== null], await rosterFile());
    state.textContent = `Stopped after ${count(done, "submission")}; the results so far stand below.`;
    show();
  } catch (fault) {
    state.textContent = fault instanceof Error ? fault.message : String(fault);
  }
});

function show() {
  if (!found) return;
  results.hidden = false;
  const address = URL.createObjectURL(new Blob([found.html], { type: "text/html" }));
  const frame = part("report", HTMLIFrameElement);
  frame.addEventListener("load", () => URL.revokeObjectURL(address), { once: true });
  frame.src = address;
}

part("get-csv", HTMLButtonElement).addEventListener("click", () => found && download("results.csv", found.csv, "text/csv"));
part("get-html", HTMLButtonElement).addEventListener("click", () => found && download("report.html", found.html, "text/html"));
part("get-messages", HTMLButtonElement).addEventListener("click", () => {
  if (!found) return;
  const bytes = Uint8Array.from(atob(found.messages), (sign) => sign.charCodeAt(0));
  download("messages.zip", bytes, "application/zip");
});

window.addEventListener("beforeunload", (event) => {
  if (running) event.preventDefault();
});

tell();
keep();
