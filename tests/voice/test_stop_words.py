"""Words that silence the assistant while it speaks."""

import pytest

from voice_gateway.voice.interruption import is_stop


@pytest.mark.parametrize("text", ["Stop.", "stop", "Please stop!", "Shut up.", "Never mind.", "Stop, stop."])
def test_words_that_want_silence(text: str) -> None:
    assert is_stop(text)


@pytest.mark.parametrize("text", ["Stop the washing machine.", "What is a bus stop?", "", "Unstoppable."])
def test_words_that_want_something_else(text: str) -> None:
    assert not is_stop(text)
