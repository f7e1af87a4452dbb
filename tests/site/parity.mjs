// Calls the browser's side of deckcheck in Node: a call a line comes in as JSON, an answer a line goes out.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [runtime, site] = process.argv.slice(2);
const { loadPyodide } = await import(`${runtime}/pyodide.mjs`);
const manifest = JSON.parse(readFileSync(`${site}/manifest.json`, "utf8"));
const read = (name) => new Uint8Array(readFileSync(`${site}/${name}`));
const python = await loadPyodide({ indexURL: `${runtime}/` });
python.unpackArchive(read(manifest.archive), "zip", { extractDir: "/deckcheck" });
python.unpackArchive(read(manifest.wheel), "wheel");
const call = python.runPython(`
import sys
sys.path.insert(0, "/deckcheck")
from deckcheck.site.bridge import caller
caller()
`);
for await (const line of createInterface({ input: process.stdin })) {
  const [name, args] = JSON.parse(line);
  process.stdout.write(`${call(name, JSON.stringify(args), () => {})}\n`);
}
