// Keeps the page itself, so that it opens while the gateway is away. What the gateway says is never kept.

const opened = caches.open("page");

self.addEventListener("install", (event) => {
  event.waitUntil(opened.then((kept) => kept.add("/")).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const ours = event.request.method === "GET" && origin === location.origin;
  if (!ours) return;
  if (pathname.startsWith("/static/~")) event.respondWith(lasting(event, pathname));
  else if (pathname === "/" || pathname.startsWith("/static/")) event.respondWith(fresh(event, pathname));
});

/** A file below the mark of its version never changes, and need not be asked for twice. */
async function lasting(event, pathname) {
  const kept = await opened;
  return (await kept.match(pathname)) ?? fetched(event, pathname, kept);
}

/** From the gateway while it answers; else as it was seen last. */
async function fresh(event, pathname) {
  const kept = await opened;
  try {
    return await fetched(event, pathname, kept);
  } catch (error) {
    const known = await kept.match(pathname);
    if (known) return known;
    throw error;
  }
}

/** What is kept of it is written down after the page has it. */
async function fetched(event, pathname, kept) {
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(keep(kept, pathname, answer.clone()));
  return answer;
}

async function keep(kept, pathname, answer) {
  if (pathname === "/") await forgetOthers(kept, await answer.clone().text());
  await kept.put(pathname, answer);
}

/** Files of another version are not needed any more. */
async function forgetOthers(kept, page) {
  const [version] = page.match(/\/static\/~\w+\//) ?? [];
  for (const request of version ? await kept.keys() : []) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/static/~") && !pathname.startsWith(version)) await kept.delete(request);
  }
}
