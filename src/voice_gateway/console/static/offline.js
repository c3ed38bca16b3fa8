// Keeps the page itself, so that it opens while the gateway is away. What the gateway says is never kept.

const KEPT = "page";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.add("/")).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const ours = event.request.method === "GET" && origin === location.origin;
  if (ours && (pathname === "/" || pathname.startsWith("/static/"))) event.respondWith(fresh(event.request, pathname));
});

/** From the gateway while it answers; else as it was seen last. */
async function fresh(request, pathname) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      if (pathname === "/") await forgetOthers(kept, await answer.clone().text());
      await kept.put(pathname, answer.clone());
    }
    return answer;
  } catch (error) {
    const known = await kept.match(pathname);
    if (known) return known;
    throw error;
  }
}

/** Files of another version are not needed any more. */
async function forgetOthers(kept, page) {
  const [version] = page.match(/\/static\/~\w+\//) ?? [];
  for (const request of version ? await kept.keys() : []) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/static/~") && !pathname.startsWith(version)) await kept.delete(request);
  }
}
