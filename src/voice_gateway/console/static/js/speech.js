// Talk: tap the button and speak until you stop, or hold it while you speak. What is heard is shown as it is
// heard, and who spoke is answered aloud. Hands-free, the page waits for the wake word.

import { byId, notice } from "./element.js";
import { icon } from "./icons.js";
import { Pauses, RATE, openMicrophone, whyDeaf } from "./microphone.js";
import { send } from "./talk.js";
import { wav } from "./wav.js";

const TAP = 350;
const SILENCE = 1.0;
const LONGEST = 30;
const LOOK_EVERY = 1500;
const BEFORE = 0.6;
const ASK = byId("text").placeholder;

let voice = null;
let recording = null;
let handsFree = null;
let speaking = null;

/** Show the button when the gateway says where to send what is heard. */
export function startSpeech(offered) {
  const button = byId("microphone");
  const first = voice === null;
  voice = offered?.listen ? offered : null;
  button.hidden = byId("hands-free-choice").hidden = !voice;
  if (!voice || !first) return;
  button.replaceChildren(icon("microphone"));
  button.setAttribute("aria-label", "Tap or hold to talk");
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("pointerdown", (event) => press(button, event));
  button.addEventListener("pointerup", () => release(button));
  button.addEventListener("pointercancel", () => end(button));
  button.addEventListener("keydown", (event) => isPress(event) && press(button, event));
  button.addEventListener("keyup", (event) => isPress(event) && release(button));
  byId("hands-free").addEventListener("change", ({ target }) => switchHandsFree(target));
}

const isPress = (event) => (event.key === " " || event.key === "Enter") && !event.repeat;

function press(button, event) {
  event.preventDefault();
  if (event.pointerId !== undefined) button.setPointerCapture(event.pointerId);
  if (whyDeaf()) notice(whyDeaf());
  else if (recording) end(button);
  else begin(button);
}

/** A tap goes on until one stops speaking; who held the button has finished. */
function release(button) {
  if (recording && performance.now() - recording.began > TAP) end(button);
}

async function begin(button) {
  speaking?.pause();
  const mine = (recording = { pieces: [], began: performance.now(), close: null });
  const pauses = new Pauses(SILENCE);
  button.setAttribute("aria-pressed", "true");
  try {
    const close = await openMicrophone((samples, level) => {
      mine.pieces.push(samples);
      button.style.setProperty("--level", level.toFixed(2));
      if (pauses.hear(samples, level) || seconds(mine.pieces) > LONGEST) end(button, mine);
    });
    mine.close = close;
    mine.look = setInterval(() => showSoFar(mine), LOOK_EVERY);
    // The person may have let go while the browser asked for permission.
    if (recording !== mine) await finish(mine);
  } catch {
    notice("The microphone could not be used. Does the browser allow it for this page?");
    recording = null;
    button.setAttribute("aria-pressed", "false");
  }
}

async function end(button, which = recording) {
  if (!which || which !== recording) return;
  recording = null;
  button.setAttribute("aria-pressed", "false");
  button.style.removeProperty("--level");
  if (which.close) await finish(which);
}

async function finish(mine) {
  clearInterval(mine.look);
  await mine.close();
  const text = await written(mine.pieces);
  byId("text").placeholder = ASK;
  if (text) await talk(text);
  else if (text === "") notice("Nothing was heard.");
}

async function showSoFar(mine) {
  if (mine.looking || !mine.pieces.length) return;
  mine.looking = true;
  const text = await written(mine.pieces, "?so_far=1");
  mine.looking = false;
  if (text && recording === mine) byId("text").placeholder = text;
}

/** Say it, and have the answer spoken. */
async function talk(text) {
  const answer = await send(text);
  if (!answer || !voice?.speak) return;
  const response = await fetch(voice.speak, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ text: answer }) });
  if (!response.ok) return;
  speaking = new Audio(URL.createObjectURL(await response.blob()));
  await new Promise((resolve) => {
    for (const over of ["ended", "pause", "error"]) speaking.addEventListener(over, resolve, { once: true });
    speaking.play().catch(resolve);
  });
  URL.revokeObjectURL(speaking.src);
  speaking = null;
}

/** The words of what was heard; null when that cannot be told. */
async function written(pieces, how = "") {
  if (!pieces.length) return null;
  try {
    const response = await fetch(`${voice.listen}${how}`, { method: "POST", headers: { "Content-Type": "audio/wav" }, body: wav(pieces, RATE) });
    const heard = await response.json();
    if (response.ok) return heard.text;
    notice(heard.error ?? "That could not be understood.");
  } catch {
    notice("The gateway does not answer.");
  }
  return null;
}

/** Every stretch of speech is looked through for the wake word. */
async function switchHandsFree(box) {
  await handsFree?.();
  handsFree = null;
  if (!box.checked) return;
  if (whyDeaf()) {
    notice(whyDeaf());
    box.checked = false;
    return;
  }
  let pieces = [];
  let pauses = new Pauses(SILENCE);
  let busy = false;
  handsFree = await openMicrophone(async (samples, level) => {
    if (busy || recording) return;
    pieces.push(samples);
    const over = pauses.hear(samples, level) || seconds(pieces) > LONGEST;
    while (!pauses.spoke && seconds(pieces) > BEFORE) pieces.shift();
    if (!over) return;
    busy = true;
    const text = await written(pieces, "?wake=1");
    if (text) await talk(text);
    pieces = [];
    pauses = new Pauses(SILENCE);
    busy = false;
  }).catch(() => {
    box.checked = false;
    notice("The microphone could not be used. Does the browser allow it for this page?");
    return null;
  });
}

const seconds = (pieces) => pieces.reduce((sum, piece) => sum + piece.length, 0) / RATE;
