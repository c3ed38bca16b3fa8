// Push to talk: hold the button, speak, let go. Only where the gateway can hear and the browser has a microphone.

import { byId, notice } from "./element.js";
import { icon } from "./icons.js";
import { send } from "./talk.js";
import { wav } from "./wav.js";

const RATE = 16_000;
const LONGEST = 30;
let endpoint = null;
let recording = null;

/** Show the button when the gateway says where to send what is heard. */
export function startSpeech(voice) {
  const button = byId("microphone");
  const possible = Boolean(voice?.listen && navigator.mediaDevices?.getUserMedia && window.AudioWorkletNode);
  const first = endpoint === null;
  endpoint = possible ? voice.listen : null;
  button.hidden = !possible;
  if (!possible || !first) return;
  button.replaceChildren(icon("microphone"));
  button.setAttribute("aria-label", "Hold to talk");
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("pointerdown", (event) => {
    button.setPointerCapture(event.pointerId);
    begin(button);
  });
  button.addEventListener("pointerup", () => end(button));
  button.addEventListener("pointercancel", () => end(button));
  button.addEventListener("keydown", (event) => {
    if ((event.key === " " || event.key === "Enter") && !event.repeat) {
      event.preventDefault();
      begin(button);
    }
  });
  button.addEventListener("keyup", (event) => {
    if (event.key === " " || event.key === "Enter") end(button);
  });
}

async function begin(button) {
  if (recording) return;
  const mine = (recording = { pieces: [], released: false, stop: () => { mine.released = true; } });
  button.setAttribute("aria-pressed", "true");
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, echoCancellation: true } });
    const context = new AudioContext({ sampleRate: RATE });
    await context.audioWorklet.addModule("/static/js/recorder-worklet.js");
    const recorder = new AudioWorkletNode(context, "recorder");
    recorder.port.onmessage = (event) => mine.pieces.push(event.data);
    context.createMediaStreamSource(stream).connect(recorder);
    const timer = setTimeout(() => end(button), LONGEST * 1000);
    mine.stop = async () => {
      clearTimeout(timer);
      stream.getTracks().forEach((track) => track.stop());
      await context.close();
      await understand(mine.pieces);
    };
    // The person may have let go while the browser asked for permission.
    if (mine.released) await mine.stop();
  } catch {
    notice("The microphone could not be used. Does the browser allow it for this page?");
    recording = null;
    button.setAttribute("aria-pressed", "false");
  }
}

async function end(button) {
  const ended = recording;
  recording = null;
  button.setAttribute("aria-pressed", "false");
  await ended?.stop();
}

async function understand(pieces) {
  if (!pieces.length) return;
  try {
    const response = await fetch(endpoint, { method: "POST", headers: { "Content-Type": "audio/wav" }, body: wav(pieces, RATE) });
    const heard = await response.json();
    if (!response.ok) notice(heard.error ?? "That could not be understood.");
    else if (heard.text) send(heard.text);
    else notice("Nothing was heard.");
  } catch {
    notice("The gateway does not answer.");
  }
}
