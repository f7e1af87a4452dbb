// @ts-check
// A deck in the part of an address that browsers never send: after the number sign.

/** @typedef {{ text: string, name?: string, format?: string, asOf?: string }} Shared */

/** @param {Shared} shared @returns {Promise<string>} the fragment, without its number sign */
export async function packed(shared) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `d=${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

const MOST = 200_000;

/** @param {string} fragment @returns {Promise<Shared | null>} null where it holds no deck */
export async function unpacked(fragment) {
  const found = /^#?d=([\w-]+)$/.exec(fragment);
  if (!found || found[1].length > MOST) return null;
  try {
    const text = atob(found[1].replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    const plain = await through(bytes, new DecompressionStream("deflate-raw"));
    const shared = JSON.parse(new TextDecoder().decode(plain));
    if (typeof shared?.text !== "string") return null;
    const told = (/** @type {any} */ value) => (typeof value === "string" ? value : undefined);
    return { text: shared.text, name: told(shared.name), format: told(shared.format), asOf: told(shared.asOf) };
  } catch {
    return null;
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream */
async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(/** @type {any} */ (stream)).getReader();
  /** @type {Uint8Array[]} */
  const pieces = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > 20 * MOST) throw new Error("more than a deck");
    pieces.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
