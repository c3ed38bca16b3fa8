"""Who speaks the sentences that are taught: many speakers made of three engines.

None of them is a voice that `voice-gateway eval voice` listens to.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voice_gateway.voice.audio import RATE

_JUDGED = ("af_bella", "am_michael", "bf_emma", "bm_george")
"""Voices of Kokoro that measure hearing."""

_ACCENTS = ("en-us", "en", "en-gb-x-rp", "en-gb-scotland", "en-029", "en-gb-x-gbclan")
_TIMBRES = ("m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "f1", "f2", "f3", "f4", "f5")

Samples = NDArray[np.float32]

Speaker = Callable[[str], Samples]
"""Says a sentence, at sixteen thousand samples a second."""


def hibari(random: Random) -> Speaker:
    """The voice of Hibari as other people: smaller or larger heads, higher or lower, British or American."""
    from hibari import Hibari, dsp
    from hibari.g2p import G2P

    engine = Hibari()
    readers = [G2P(british=british) for british in (False, True)]

    def speak(text: str) -> Samples:
        size, pitch = random.uniform(0.82, 1.22), random.uniform(0.55, 1.25)
        pace = random.uniform(0.75, 1.3) / size
        engine._g2p = random.choice(readers)
        noise = np.random.default_rng(random.getrandbits(32))
        said = []
        for phonemes in engine.phonemize(text):
            ids = np.asarray([engine.ids(phonemes)], np.int64)
            fed = {"ids": ids, "speed": np.asarray([pace], np.float32)}
            *shape, tone = (part[0] for part in engine.sess.run(None, fed))
            said.append(dsp.synth(*shape, tone * np.float32(pitch), noise))
        return _at_rate(np.concatenate(said), engine.sample_rate * size)

    return speak


def kokoro(random: Random) -> Speaker:
    """The English voices of Kokoro that do not judge, one by one and two of them mixed."""
    from voice_gateway.settings.model import VoiceSettings
    from voice_gateway.voice.kokoro import VOICES, Kokoro

    names = [path.stem for path in VOICES.glob("[ab][fm]_*.bin") if path.stem not in _JUDGED]
    american, british = ([name for name in names if name[0] == accent] for accent in "ab")

    def speak(text: str) -> Samples:
        first, second = random.sample(random.choice((american, american, british)), 2)
        rate = round(random.uniform(130, 205))
        voice = Kokoro(VoiceSettings(speech="kokoro", voice=first, rate=rate))
        voice.load()
        part = random.choice((0.0, random.uniform(0.1, 0.6)))
        style = _style(VOICES / f"{first}.bin") * (1 - part) + _style(VOICES / f"{second}.bin") * part
        sound = voice.speak(text, style.astype(np.float32))
        return _at_rate(sound.samples(), sound.rate)

    return speak


def espeak(random: Random) -> Speaker:
    """eSpeak's accents in all its timbres."""
    from voice_gateway.settings.model import VoiceSettings
    from voice_gateway.voice.espeak import Espeak

    def speak(text: str) -> Samples:
        name = f"{random.choice(_ACCENTS)}+{random.choice(_TIMBRES)}"
        rate = round(random.uniform(120, 185))
        sound = Espeak(VoiceSettings(speech="espeak", voice=name, rate=rate)).speak(text)
        return _at_rate(sound.samples(), sound.rate)

    return speak


ENGINES: dict[str, Callable[[Random], Speaker]] = {"hibari": hibari, "kokoro": kokoro, "espeak": espeak}


def _style(path: Any) -> NDArray[np.float32]:
    return np.fromfile(path, np.float32)


def _at_rate(samples: NDArray[Any], rate: float) -> Samples:
    """Resampled; who is said to have another rate than is true sounds larger or smaller."""
    count = round(len(samples) * RATE / rate)
    spectrum = np.fft.rfft(samples)
    kept = np.zeros(count // 2 + 1, spectrum.dtype)
    shared = min(len(kept), len(spectrum))
    kept[:shared] = spectrum[:shared]
    return (np.fft.irfft(kept, count) * (count / len(samples))).astype(np.float32)
