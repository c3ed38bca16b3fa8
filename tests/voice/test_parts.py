"""The parts by themselves: states, recordings, sound files, and a sound server that dies."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from tests.sound import pulse_daemon
from tests.voice.rig import need_voice, shared_transcriber, spoken
from voice_gateway.errors import InputError, SettingsError
from voice_gateway.measuring.hearing.judging import Recorded, Score, judge, read_folder, words
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.trace import Trace
from voice_gateway.voice import tones
from voice_gateway.voice.audio import (
    FRAME_SECONDS,
    RATE,
    SILENT_FRAME,
    Sound,
    from_samples,
    read_wav,
    silence,
    write_wav,
)
from voice_gateway.voice.complete import is_complete
from voice_gateway.voice.errors import EngineError, SoundError
from voice_gateway.voice.microphone import PulseMicrophone, ReturningMicrophone
from voice_gateway.voice.recording import Ending, Recording
from voice_gateway.voice.sound_devices import sound_devices
from voice_gateway.voice.speaker import PulseSpeaker, finished
from voice_gateway.voice.speech import choose_speech
from voice_gateway.voice.states import State, StateChanged, StateMachine
from voice_gateway.voice.vad import Silero
from voice_gateway.voice.wake import MicroWake


def record(sound: Sound, **settings: float) -> Recording:
    need_voice()
    recording = Recording(Silero(), VoiceSettings.model_validate(settings))
    for frame in [*sound.frames(), *[SILENT_FRAME] * round(5 / FRAME_SECONDS)]:
        if recording.over:
            break
        recording.add(frame)
    assert recording.over
    return recording


def test_a_sentence_is_recorded_whole_and_without_the_silence_around_it() -> None:
    words_said = spoken("turn on the kitchen light")
    recording = record(Sound(silence(1).data + words_said.data))
    assert recording.ending is Ending.SPOKEN
    assert words_said.seconds - 0.5 < recording.speech().seconds < words_said.seconds + 0.8


def test_a_pause_within_a_sentence_does_not_end_it() -> None:
    halves = Sound(spoken("turn on the").data + silence(0.1).data + spoken("kitchen light").data)
    assert record(halves).speech().seconds > halves.seconds - 1


@pytest.mark.parametrize(
    ("sound", "ending"),
    [
        (silence(1), Ending.NO_SPEECH),
        (from_samples(np.random.default_rng(1).normal(0, 0.02, 3 * RATE), RATE), Ending.NO_SPEECH),
    ],
)
def test_silence_and_noise_are_not_speech(sound: Sound, ending: Ending) -> None:
    assert record(sound, patience=2).ending is ending


def test_a_whisper_from_next_door_is_too_quiet() -> None:
    far = from_samples(spoken("turn on the kitchen light").samples() * 0.02, RATE)
    assert record(far, quietest=-40).ending is Ending.TOO_QUIET


def test_a_complete_sentence_needs_less_silence() -> None:
    need_voice()
    lengths = []
    for enough in (0.3, 0.6):
        recording = Recording(Silero(), VoiceSettings())
        recording.enough = enough
        for frame in [*spoken("turn on the light").frames(), *[SILENT_FRAME] * 60]:
            if not recording.over:
                recording.add(frame)
        lengths.append(recording.silence)
    assert lengths[0] < lengths[1]


@pytest.mark.parametrize("text", ["Turn on the kitchen light.", "What time is it?", "Turn the light on"])
def test_whole_sentences(text: str) -> None:
    assert is_complete(text)


@pytest.mark.parametrize("text", ["Turn on the", "Set the bedroom lamp to", "What", "", "Turn on the light,"])
def test_unfinished_sentences(text: str) -> None:
    assert not is_complete(text)


def test_only_steps_that_make_sense_are_taken() -> None:
    states = StateMachine()
    with pytest.raises(ValueError, match="from stopped to speaking"):
        states.to(State.SPEAKING)
    for state in (State.STARTING, State.LISTENING, State.RECORDING, State.THINKING, State.LISTENING):
        states.to(state)
    assert states.state is State.LISTENING


def test_states_are_left_in_the_trace_with_their_time() -> None:
    states, trace = StateMachine(), Trace("hello", first=True, model="none")
    for state in (State.STARTING, State.LISTENING, State.RECORDING, State.THINKING):
        states.to(state)
    states.leave_in(trace)
    changes = trace.all(StateChanged)
    assert [change.state for change in changes] == ["listening", "recording", "thinking"]
    assert [change.at for change in changes] == sorted(change.at for change in changes)


@pytest.mark.parametrize("rate", [8_000, 16_000, 22_050, 44_100])
def test_sound_survives_a_file_and_another_rate(rate: int, tmp_path: Path) -> None:
    tone = from_samples(0.5 * np.sin(2 * np.pi * 300 * np.arange(rate) / rate), rate)
    write_wav(tmp_path / "tone.wav", tone)
    back = read_wav(tmp_path / "tone.wav").at(RATE)
    assert back.seconds == pytest.approx(1, abs=0.01)
    assert back.loudness == pytest.approx(tone.loudness, abs=0.5)


def test_a_file_that_is_no_recording_is_a_clear_message(tmp_path: Path) -> None:
    (tmp_path / "not.wav").write_text("hello")
    with pytest.raises(InputError, match="cannot be read as a WAV file"):
        read_wav(tmp_path / "not.wav")
    with pytest.raises(InputError, match="There is no file"):
        read_wav(tmp_path / "absent.wav")


def test_engines_that_are_not_there_say_how_to_get_them(tmp_path: Path) -> None:
    with pytest.raises((EngineError, SettingsError)) as piper:
        choose_speech(VoiceSettings(speech="piper", voice=str(tmp_path / "none.onnx"))).load()
    assert piper.value.fix
    with pytest.raises(SettingsError, match="cloud"):
        choose_speech(VoiceSettings(speech="cloud")).load()
    with pytest.raises(SettingsError, match="wake word"):
        MicroWake(str(tmp_path / "none.json"))
    with pytest.raises(SettingsError, match="no voice"):
        choose_speech(VoiceSettings(voice="nosuchvoice")).load()


async def test_a_sound_server_that_dies_is_found_again_by_microphone_and_speaker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PULSE_SERVER", f"unix:{tmp_path}/native")
    speaker = PulseSpeaker("speaker")
    frames: AsyncIterator[bytes] = ReturningMicrophone(PulseMicrophone("mic")).frames()
    for _ in range(2):
        with pulse_daemon(tmp_path):
            async with asyncio.timeout(30):
                for _ in range(5):
                    assert len(await anext(frames)) == len(SILENT_FRAME)
                speaker.play(tones.heard())
                await finished(speaker)
        speaker.play(tones.error())
        async with asyncio.timeout(30):
            await finished(speaker)
    speaker.close()
    await frames.aclose()  # type: ignore[attr-defined]


@pytest.mark.usefixtures("sound_server")
def test_no_sound_server_no_such_device_and_the_list_of_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {(device.kind, device.name) for device in sound_devices()}
    assert {("microphone", "mic"), ("speaker", "speaker")} <= names
    with pytest.raises(SoundError, match="“nowhere” is not there"):
        PulseMicrophone("nowhere").check()
    monkeypatch.setenv("PULSE_SERVER", "unix:/nonexistent")
    with pytest.raises(SoundError, match="does not answer"):
        PulseMicrophone().check()
    with pytest.raises(SoundError, match="does not answer"):
        sound_devices()


async def test_an_evaluation_counts_words_and_wakes(tmp_path: Path) -> None:
    need_voice()
    for name, text in (("command", "turn on the kitchen light"), ("wake", "hey jarvis")):
        write_wav(tmp_path / f"{name}.wav", spoken(text))
        (tmp_path / f"{name}.txt").write_text(text)
    wake = MicroWake("hey_jarvis")
    judged = [await judge(each, shared_transcriber(), wake) for each in read_folder(tmp_path)]
    score = Score(judged)
    assert judged[0].errors == 0
    assert score.wakes_heard == 1
    assert score.false_wakes_per_hour == 0
    assert score.real_time_factor > 0
    assert words("Set it to 40 %.") == words("set it to forty percent")
    assert Recorded(tmp_path / "wake.wav", "hey jarvis") == judged[1].recorded
