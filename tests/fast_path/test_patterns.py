"""No regular expression that reads sentences takes exponentially long, whatever it is given."""

import subprocess
import sys

import pytest

MOST_SECONDS = 280
MANY = 1500
"""So many patterns there are at least."""

SLOW = [
    r"(?:\s*,?\s+(?:too|as well|also|the same(?: \w+)?|same \w+))+$",
    r"(?:(?:no|not\s+that|wrong\s+(?:one|\w+(?:\s+\w+)?))\s+)*other",
    r"(?:\s*,?\s*(?:instead|rather|actually|then))+$",
    r"not (?P<days>(?:(?:weekends?|\w+days?)(?: and )?)+)(?: out| off)?",
    r"(?:\s+(?:at the (?:moment|minute)|now|at (?:that|the) (?:time|moment)))+$",
    r"^(?:(?:at|say|rather|say) ,? ?)+(?=(?:at|on)\b)",
]


def test_all_that_read_sentences_read_on_at_an_even_pace() -> None:
    *slow, counted = _looked_at()
    assert not slow
    assert int(counted.split()[0]) >= MANY


@pytest.mark.parametrize("pattern", SLOW)
def test_those_that_do_not_are_found(pattern: str) -> None:
    slow, _ = _looked_at(pattern)
    assert "takes too long" in slow


def _looked_at(*patterns: str) -> list[str]:
    command = [sys.executable, "-m", "tests.fast_path.pumping", *patterns]
    done = subprocess.run(command, capture_output=True, text=True, timeout=MOST_SECONDS, check=True)
    return done.stdout.splitlines()
