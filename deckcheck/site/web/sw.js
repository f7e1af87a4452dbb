// @ts-check
// Keeps the site for use without a network, and lets in only files whose hash the manifest names.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const HOME = new URL("./", worker.location.href);
/** Another one for every other content of the site, so that a new version is noticed and kept apart. */
const CACHE = `${HOME.href} {{content}}`;

worker.addEventListener("install", (event) => {
  event.waitUntil(fill().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(clear().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method === "GET" && address.href.startsWith(HOME.href)) event.respondWith(answer(address));
});

/** Fetch every file of the manifest, each held against its hash. */
async function fill() {
  const list = new URL("manifest.json", HOME);
  const told = await fetch(list, { cache: "no-cache" });
  if (!told.ok) throw new Error(`${told.status} for the manifest`);
  const { files } = await told.clone().json();
  const cache = await caches.open(CACHE);
  await cache.put(list, told);
  for (const [file, integrity] of Object.entries(files)) {
    const address = new URL(file, HOME);
    const found = await fetch(address, { integrity, cache: "no-cache" });
    if (!found.ok) throw new Error(`${found.status} for ${file}`);
    await cache.put(address, found);
  }
}

/** Delete what an earlier version of the site kept. */
async function clear() {
  for (const key of await caches.keys()) if (key.startsWith(`${HOME.href} `) && key !== CACHE) await caches.delete(key);
}

/** @param {URL} address */
async function answer(address) {
  const wanted = new URL(address.href.replace(/[?#].*$/, ""));
  if (wanted.href === HOME.href) wanted.pathname += "index.html";
  return (await (await caches.open(CACHE)).match(wanted)) ?? fetch(wanted, { cache: "no-cache" });
}
