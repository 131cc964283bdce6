// @ts-check
/**
 * Keeps the page for when there is no network. What has its content in its name comes from
 * here once it was fetched; the page itself is asked for anew as long as somebody answers.
 */

/** The build puts these two in. @type {string} */
const VERSION = "development";
/** @type {readonly string[]} */
const FILES = ["index.html"];

const CACHE = `fruitrage ${VERSION}`;

/** What a service worker has, as far as it is used here. */
const worker = /** @type {any} */ (globalThis);

worker.addEventListener("install", (/** @type {any} */ event) => {
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...FILES])));
    worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
    event.waitUntil(forgetOthers());
});

async function forgetOthers() {
    for (const name of await caches.keys()) {
        if (name.startsWith("fruitrage ") && name !== CACHE) await caches.delete(name);
    }
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request } = event;
    const path = new URL(request.url).pathname;
    const here = new URL("./", worker.location.href);
    if (request.method !== "GET" || !request.url.startsWith(here.href) || path.includes("/api/")) return;
    event.respondWith(path.includes("/assets/") ? kept(request) : fresh(request));
});

/** @param {Request} request */
async function kept(request) {
    return isolated((await caches.match(request)) ?? (await fetch(request)));
}

/** @param {Request} request */
async function fresh(request) {
    try {
        return isolated(await fetch(request));
    } catch (problem) {
        const page = request.mode === "navigate" ? "index.html" : request;
        const found = await caches.match(page);
        if (found) return isolated(found);
        throw problem;
    }
}

/** A static host does not send what lets the page share memory with its engine. @param {Response} response */
function isolated(response) {
    if (response.status !== 200 || response.type === "opaque") return response;
    const headers = new Headers(response.headers);
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Embedder-Policy", "require-corp");
    return new Response(response.body, { status: 200, statusText: response.statusText, headers });
}
