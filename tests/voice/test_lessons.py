"""What Whisper is taught: sentences as it writes them, with names, and sounds that keep what was said."""

from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest
from training.ears.clips import read_clips, write_clips
from training.ears.sayings import sayings, written
from training.ears.speakers import _JUDGED

from voice_gateway.measuring.hearing.voices import VOICES


@pytest.mark.parametrize(
    ("said", "wrote"),
    [
        ("turn on the hall light", "Turn on the hall light."),
        ("is the hall light on", "Is the hall light on?"),
        ("dim it to 40 percent", "Dim it to 40%."),
        ("no i don’t", "No I don't."),
    ],
)
def test_a_sentence_is_taught_as_it_would_be_written_down(said: str, wrote: str) -> None:
    assert written(said) == wrote


def test_names_of_a_home_are_mostly_given_and_hold_what_is_said() -> None:
    drawn = list(islice(sayings(Random(5)), 300))
    assert 0.5 < sum(bool(each.names) for each in drawn) / len(drawn) < 0.95
    told = [each for each in drawn if any(name.lower() in each.say.lower() for name in each.names)]
    assert len(told) > 60
    assert [each.say for each in drawn] == [each.say for each in islice(sayings(Random(5)), 300)]


def test_clips_are_kept_with_their_lines_and_without_the_silence_around_them(tmp_path: Path) -> None:
    tone = np.sin(np.arange(8_000) / 7).astype(np.float32)
    still = np.zeros(16_000, np.float32)
    count = write_clips(
        tmp_path / "some.npz", [(7, np.concatenate([still, tone, still])), (9, still), (4, tone)]
    )
    [clips] = read_clips(tmp_path)
    assert count == len(clips) == 2, "nothing is kept where nothing is said"
    assert clips.lines.tolist() == [7, 4]
    assert 8_000 <= len(clips.sound(0)) < 10_000
    assert clips.sound(1) == pytest.approx(0.9 * tone, abs=0.03)


def test_no_voice_that_judges_also_teaches() -> None:
    judging = {voice.name for voice in VOICES if voice.engine == "kokoro"}
    assert judging == set(_JUDGED)
