// @ts-check
// When a deck was legal: a bar of days, and each stretch in words.

import { make, where } from "./parts.mjs";

const NS = "http://www.w3.org/2000/svg";

/** @param {string} day */
const number = (day) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

/** @param {any} line a format with its stretches @param {string} today @returns {HTMLElement} */
export function timeline(line, today) {
  const box = make("div");
  const starts = line.stretches.map((/** @type {any} */ one) => one.from).filter(Boolean);
  const low = number(starts[0] ?? today) - (line.stretches[0].from ? 0 : 90);
  const high = Math.max(number(today), number(starts.at(-1) ?? today) + 90);
  const picture = document.createElementNS(NS, "svg");
  picture.setAttribute("class", "bar");
  picture.setAttribute("viewBox", "0 0 1000 40");
  picture.setAttribute("preserveAspectRatio", "none");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", `${line.title}: ${line.stretches.map(words).join("; ")}`);
  for (const one of line.stretches) {
    const from = one.from ? number(one.from) : low;
    const until = one.until ? number(one.until) : high;
    const block = document.createElementNS(NS, "rect");
    const at = ((from - low) / (high - low)) * 1000;
    const values = { class: one.verdict, x: at, y: 4, width: Math.max(1, ((until - low) / (high - low)) * 1000 - at - 1), height: 32 };
    for (const [key, value] of Object.entries(values)) block.setAttribute(key, String(value));
    const title = document.createElementNS(NS, "title");
    title.textContent = words(one);
    block.append(title);
    picture.append(block);
  }
  box.append(make("h3", {}, line.title), picture);
  for (const one of line.stretches) {
    const part = make("div", { class: "stretch" }, make("strong", {}, words(one)));
    for (const change of one.began.slice(0, 4)) {
      part.append(make("p", { class: "quiet" }, `changed: ${change.text}`, change.source ? ` [${where(change.source)}]` : ""));
    }
    const wanted = one.verdict === "legal" ? "warning" : "error";
    for (const item of one.findings.filter((/** @type {any} */ each) => each.severity === wanted).slice(0, 4)) {
      part.append(make("p", {}, item.message, item.source ? make("span", { class: "quiet" }, ` (${where(item.source)})`) : null));
    }
    box.append(part);
  }
  return box;
}

/** @param {any} one @returns {string} */
function words(one) {
  const days = !one.from && !one.until ? "on every day" : !one.from ? `until ${one.until}` : !one.until ? `from ${one.from} on` : `from ${one.from} until ${one.until}`;
  return `${one.verdict} ${days}`;
}
