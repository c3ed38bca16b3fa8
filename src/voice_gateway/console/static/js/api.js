// Talks to the gateway.

/** What the gateway says is wrong. */
export class Problem extends Error {
  constructor(status, said) {
    super(said?.fix ? `${said.error} ${said.fix}` : said?.error ?? "The gateway does not answer.");
    this.status = status;
    this.question = said?.question ?? null;
    this.yes = said?.yes ?? "Yes, do it";
  }
}

/** Fetch JSON; with a body, send JSON. Throws a Problem in words. */
export async function json(path, { method, body, signal } = {}) {
  const response = await reach(path, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  });
  return response.json();
}

/** Say something and hear what happens: calls `hear(name, data)` for each event until the end. */
export function say(message, hear, signal) {
  return events("/api/chat", { ...message, stream: true }, hear, signal);
}

/** Send something, and hear each event of the answer as it comes. */
export async function events(path, body, hear, signal) {
  const response = await reach(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
    body: JSON.stringify(body),
    signal,
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (waiting + value).split("\n\n");
    waiting = parts.pop();
    for (const part of parts) {
      const [, name, data] = part.match(/^event: (\w+)\ndata: (.*)$/) ?? [];
      if (name) hear(name, JSON.parse(data));
    }
  }
}

async function reach(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, { error: "The gateway does not answer.", fix: "Is it still running?" });
  }
  if (response.status === 401) location.reload();
  if (!response.ok) throw new Problem(response.status, await response.json().catch(() => null));
  return response;
}

/** Follow what changes; the browser comes back by itself when the line breaks. */
export function follow(handlers, changed) {
  const source = new EventSource("/api/events");
  source.onopen = () => changed(true);
  source.onerror = () => changed(false);
  for (const [name, handle] of Object.entries(handlers)) {
    source.addEventListener(name, (event) => handle(JSON.parse(event.data)));
  }
  return source;
}
