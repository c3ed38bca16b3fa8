// The browser's microphone, as pieces of sound with their loudness; and why there may be none.

export const RATE = 16_000;

/** Why this page cannot hear; empty when it can. */
export function whyDeaf() {
  if (!window.isSecureContext) {
    return "Browsers give the microphone to safe addresses only. Open this page over https, or at http://localhost on the machine itself.";
  }
  if (!navigator.mediaDevices?.getUserMedia || !window.AudioWorkletNode) return "This browser has no microphone for pages.";
  return "";
}

/** Hear until the function that comes back is called. `onPiece` gets samples and how loud they are, 0 to 1. */
export async function openMicrophone(onPiece) {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, echoCancellation: true } });
  const context = new AudioContext({ sampleRate: RATE });
  await context.audioWorklet.addModule("/static/js/recorder-worklet.js");
  const recorder = new AudioWorkletNode(context, "recorder");
  recorder.port.onmessage = ({ data }) => onPiece(data, loudness(data));
  context.createMediaStreamSource(stream).connect(recorder);
  return async () => {
    stream.getTracks().forEach((track) => track.stop());
    await context.close();
  };
}

function loudness(samples) {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return Math.max(0, Math.min(1, 1 + Math.log10(power + 1e-9) / 6));
}

/** Notices when somebody has begun to speak, and when they have stopped. */
export class Pauses {
  constructor(silence) {
    this.silence = silence;
    this.floor = 1;
    this.spoke = false;
    this.quiet = 0;
  }

  /** Whether who spoke has stopped. What is loud is so against the quietest that was heard. */
  hear(samples, level) {
    this.floor = Math.min(this.floor + 0.0002, level);
    const loud = level > Math.max(0.3, this.floor + 0.15);
    this.quiet = loud ? 0 : this.quiet + samples.length / RATE;
    this.spoke ||= loud;
    return this.spoke && this.quiet >= this.silence;
  }
}
