"""Ears and a mouth: from the microphone to a turn of the gateway, and from its answer to the speaker.

The way of a sentence: `microphone` → `wake` → `vad` and `recording` → `transcriber` → the gateway's turn →
`mouth` (`sentences`, `speakable`, `speech`) → `speaker`. `background` runs the chain, `states` says
where it is, `interruption` lets people cut in, `wyoming` serves the same parts to other rooms. Engines are
loaded when they are used; nothing outside this folder imports it before somebody wants to speak.
"""

from voice_gateway.voice.background import BackgroundTranscriber
from voice_gateway.voice.parts import VoiceParts
from voice_gateway.voice.states import State

__all__ = ["BackgroundTranscriber", "State", "VoiceParts"]
