// @ts-check
// A report on one deck as elements.

import { count, make, where } from "./parts.mjs";

/** @typedef {{ rename: (line: number, from: string, to: string) => void, rule: (id: string) => void, go: (line: number) => void }} Actions */

/** The verdict in words, with what judged.
 * @param {any} answer what the engine's `check` gives */
export function verdict(answer) {
  const { report } = answer;
  const errors = report.findings.filter((/** @type {any} */ one) => one.severity === "error").length;
  const warnings = report.findings.filter((/** @type {any} */ one) => one.severity === "warning").length;
  const told = [errors && count(errors, "error"), warnings && count(warnings, "warning")].filter(Boolean).join(", ");
  const box = make("div");
  box.append(make("p", { class: `verdict ${report.verdict}` }, told ? `${report.verdict}: ${told}` : report.verdict));
  if (report.identity.length) box.append(make("p", {}, report.identity.join(" and ")));
  if (report.format) {
    const from = { deck: "from the deck", flag: "chosen", detected: "found out from the cards", today: "today", config: "set" };
    const chosen = (/** @type {keyof typeof from} */ by) => from[by] ?? by;
    const line = `${answer.game_title}, ${answer.format_title} (${chosen(report.chosen.format)}), as of ${report.as_of} (${chosen(report.chosen.as_of)})`;
    box.append(make("p", { class: "quiet" }, line));
    const zones = Object.entries(report.zones).map(([zone, cards]) => `${answer.zone_labels[zone] ?? zone} ${cards}`);
    box.append(make("p", { class: "quiet" }, zones.join(" · ")));
    const data = `rules ${report.ruleset.version} [${report.ruleset.hash}], card pool ${report.pool.version} [${report.pool.hash}]`;
    box.append(make("p", { class: "quiet" }, data));
  }
  return box;
}

/** One finding.
 * @param {any} answer @param {number} at @param {Actions} actions */
export function finding(answer, at, actions) {
  const item = answer.report.findings[at];
  const box = make("li", { class: `finding ${item.severity}` });
  box.append(make("p", {}, make("span", { class: "kind" }, `${item.severity}: `), item.message));
  const lines = [item.location, ...item.related].filter(Boolean).map((/** @type {any} */ place) => place.line);
  if (lines.length) {
    const places = make("p", {}, lines.length > 1 ? "lines " : "line ");
    for (const line of new Set(lines)) places.append(make("button", { type: "button", click: () => actions.go(line) }, String(line)));
    box.append(places);
  }
  if (item.help) box.append(make("p", {}, "Help: ", item.help));
  for (const name of answer.renames[at]) {
    const rename = () => actions.rename(lines[0], item.cards[0] ?? item.values[0] ?? "", name);
    if (lines.length) box.append(make("button", { type: "button", class: "rename", click: rename }, `Write “${name}”`));
  }
  for (const note of item.notes) box.append(make("p", {}, note));
  const rule = make("p", { class: "quiet" }, make("button", { type: "button", class: "rule", click: () => actions.rule(item.rule) }, item.rule));
  const words = answer.rules[item.rule];
  if (words) rule.append(` ${words}`);
  box.append(rule);
  if (item.source) box.append(make("p", { class: "quiet" }, where(item.source)));
  return box;
}

/** The page of a rule.
 * @param {HTMLElement} box @param {any[]} pages */
export function rule(box, pages) {
  box.replaceChildren();
  for (const page of pages) {
    for (const entry of page.entries) {
      box.append(make("h3", {}, entry.title), make("p", {}, entry.demands));
      const span = [entry.from && `from ${entry.from}`, entry.until && `until ${entry.until}`].filter(Boolean).join(" ");
      box.append(make("p", { class: "quiet" }, [entry.formats.join(", "), span, where(entry.source)].filter(Boolean).join(" · ")));
      for (const [name, text] of [["Why", entry.why], ["Passes", entry.passes], ["Fails", entry.fails]]) {
        if (text) box.append(make("p", {}, make("strong", {}, `${name}: `), text));
      }
      for (const note of entry.notes) box.append(make("p", {}, note));
    }
    if (page.exceptions.length) {
      const list = make("ul");
      for (const one of page.exceptions) list.append(make("li", {}, [one.title, one.from && `from ${one.from}`, one.until && `until ${one.until}`].filter(Boolean).join(", ")));
      box.append(make("h3", {}, "Exceptions"), list);
    }
  }
}
