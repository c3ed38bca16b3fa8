// Runs beside the page and hands over what the microphone hears.

class Recorder extends AudioWorkletProcessor {
  process([input]) {
    if (input.length) this.port.postMessage(input[0].slice());
    return true;
  }
}

registerProcessor("recorder", Recorder);
