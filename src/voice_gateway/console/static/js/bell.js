// Tells what nobody has just asked for: a timer that rings, a reminder, a plan that failed.

import { announce, byId, element, notice } from "./element.js";
import { icon } from "./icons.js";
import { afterAnswer } from "./talk.js";

const NOTES = [[988, 0], [1319, 0.16], [988, 0.32]];
let sound = null;

/** A page may only play sounds after the person has done something on it. */
export function startBell() {
  const allow = () => {
    sound ??= window.AudioContext ? new AudioContext() : null;
    sound?.resume().catch(() => null);
  };
  addEventListener("pointerdown", allow, { once: true });
  addEventListener("keydown", allow, { once: true });
}

/** Show it in the conversation, below an answer that is still coming. */
export function showAnnounced({ text, room, at }) {
  ring();
  afterAnswer(() => {
    const time = new Date(at * 1000).toLocaleTimeString("en", { hour: "numeric", minute: "2-digit" });
    const where = room ? `${room[0].toUpperCase()}${room.slice(1)} · ${time}` : time;
    byId("welcome").hidden = true;
    byId("forget").hidden = false;
    byId("turns").append(element("article", { class: "told", "aria-label": text },
      icon("bell"),
      element("div", {}, element("p", { class: "words" }, text), element("p", { class: "muted" }, where))));
    byId("conversation").scrollTop = byId("conversation").scrollHeight;
    if (byId("talk").checkVisibility()) announce(text);
    else notice(text);
  });
}

function ring() {
  if (sound?.state !== "running") return;
  for (const [frequency, after] of NOTES) {
    const tone = new OscillatorNode(sound, { frequency });
    const loudness = new GainNode(sound, { gain: 0 });
    const begins = sound.currentTime + after;
    loudness.gain.setValueAtTime(0, begins);
    loudness.gain.linearRampToValueAtTime(0.2, begins + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, begins + 0.3);
    tone.connect(loudness).connect(sound.destination);
    tone.start(begins);
    tone.stop(begins + 0.32);
  }
}
