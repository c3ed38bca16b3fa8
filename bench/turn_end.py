"""The end of a sentence: how long is waited after it, and how often a pause is taken for it.

Three voices say commands, and commands with a pause of half a second. Each is measured by words and silence,
and with the voice as the third (`voice.turn_end`), where that is installed.
"""

import time
from statistics import median

from tests.voice.rig import spoken

from bench.figure import Figure
from voice_gateway.errors import GatewayError
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.audio import FRAME_SECONDS, RATE, SILENT_FRAME, Sound, silence
from voice_gateway.voice.complete import is_complete
from voice_gateway.voice.hibari import HibariSpeech
from voice_gateway.voice.recording import Recording
from voice_gateway.voice.transcriber import Transcriber, choose_transcriber
from voice_gateway.voice.turn_end import TurnEnd, choose_turn_end
from voice_gateway.voice.vad import Silero

WHOLE = ("turn on the kitchen light", "what time is it", "set a timer for ten minutes", "lock the front door")
PAUSED = (
    ("turn on the", "kitchen light"),
    ("set the bedroom lamp to", "forty percent"),
    ("turn off the living room light", "and the kitchen light"),
    ("remind me to", "call the doctor"),
)
PAUSE = 0.5


def measure() -> list[Figure]:
    transcriber = choose_transcriber(VoiceSettings())
    figures = _measured(transcriber, None, "turn_end")
    try:
        ear = choose_turn_end(VoiceSettings(turn_end=True))
    except GatewayError:
        return figures
    return figures + _measured(transcriber, ear, "turn_end_heard") + ([_check(ear)] if ear else [])


def _measured(transcriber: Transcriber, ear: TurnEnd | None, name: str) -> list[Figure]:
    waits = [_until_over(_voice(who, text), transcriber, ear)[1] for who in _VOICES for text in WHOLE]
    cut = []
    for who in _VOICES:
        for first, second in PAUSED:
            begun, rest = _voice(who, first), _voice(who, second)
            whole = Sound(begun.data + silence(PAUSE).data + rest.data)
            ended, _ = _until_over(whole, transcriber, ear)
            cut.append(ended < begun.seconds + PAUSE)
    return [
        Figure(f"{name}_ms", 1000 * median(waits), "last word to the end of the recording", 450),
        Figure(f"{name}_cut_off_share", sum(cut) / len(cut), f"of pauses of {PAUSE} s", 0.02),
    ]


_VOICES = ("rms", "slt", "hibari")
_hibari = HibariSpeech(VoiceSettings())


def _voice(who: str, text: str) -> Sound:
    return _hibari.speak(f"{text}.").at(RATE) if who == "hibari" else spoken(text, who)


def _until_over(sound: Sound, transcriber: Transcriber, ear: TurnEnd | None) -> tuple[float, float]:
    """When the recording ended, and how long after the last word."""
    recording, judged = Recording(Silero(), VoiceSettings()), -1
    frames = [*sound.frames(), *[SILENT_FRAME] * 60]
    heard = 0
    for frame in frames:
        recording.add(frame)
        heard += 1
        if recording.pausing and judged != recording.words_until:
            judged = recording.words_until
            speech = recording.speech()
            recording.complete = is_complete(transcriber.transcribe(speech)) and (
                ear is None or ear.finished(speech)
            )
        elif judged != recording.words_until:
            recording.complete = False
        if recording.over:
            break
    return heard * FRAME_SECONDS, recording.silence


def _check(ear: TurnEnd) -> Figure:
    sound, times = spoken(WHOLE[0]), []
    for _ in range(10):
        began = time.process_time()
        ear.likelihood(sound)
        times.append(1000 * (time.process_time() - began))
    return Figure("turn_end_check_ms", median(times), "CPU of one look at how it was said", 60)
