// @ts-check
// Small helpers for making elements: text never becomes markup.

/**
 * An element with attributes and children; strings become text nodes.
 * @param {string} name
 * @param {Record<string, string | boolean | ((event: Event) => void)>} [attributes] functions are listeners
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElement}
 */
export function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

/**
 * The element with an id that the page is known to have.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function part(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${id}`);
  return found;
}

/** Today where the person is, as YYYY-MM-DD. */
export function today() {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** @param {number} number @param {string} noun */
export function count(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Where a ruling stands, in one line.
 * @param {{ document: string, section?: string | null, date?: string | null } | null} source */
export function where(source) {
  return source ? [source.document, source.section, source.date].filter(Boolean).join(", ") : "";
}

/** Keep the site for the next visit, also without a network. */
export async function keep() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("sw.js");
  } catch {
    // Without it the page works as before, only not without a network.
  }
}

/** The formats to choose from, as groups of a select element.
 * @param {HTMLSelectElement} select
 * @param {{ title: string, formats: { id: string, title: string }[] }[]} games */
export function offer(select, games) {
  const chosen = select.value;
  for (const game of games) {
    const group = make("optgroup", { label: game.title });
    for (const format of game.formats) group.append(make("option", { value: format.id }, format.title));
    select.append(group);
  }
  select.value = chosen;
}

/** @param {string} name @param {BlobPart} content @param {string} type */
export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
