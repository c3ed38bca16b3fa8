"""One of several things that were done is taken back, and the others stay as they were made."""

import pytest

from tests.fast_path.sentences import reader_of

READER = reader_of()
BOTH_ON = "on bedroom fan; on kitchen light"
BOTH_OFF = "off bedroom fan; off kitchen light"


@pytest.mark.parametrize(
    ("sentence", "before", "line"),
    [
        ("no, not the fan", BOTH_ON, "undo; on kitchen light"),
        ("not the kitchen light", BOTH_ON, "undo; on bedroom fan"),
        ("actually leave the fan", BOTH_ON, "undo; on kitchen light"),
        ("no, leave the fan alone", BOTH_ON, "undo; on kitchen light"),
        ("actually leave the fan on", BOTH_OFF, "undo; off kitchen light"),
        ("actually leave the kitchen light", "on kitchen light", "undo"),
        ("not the bedroom light", "on lights", "undo; on lights except bedroom light"),
    ],
)
def test_what_is_taken_back_leaves_the_rest(sentence: str, before: str, line: str) -> None:
    assert READER.read(sentence, before) == line


@pytest.mark.parametrize(
    ("sentence", "before"),
    [("no, not the siren", BOTH_ON), ("leave the fan", BOTH_ON)],
)
def test_what_was_made_so_or_not_spoken_of_is_not_taken_back(sentence: str, before: str) -> None:
    assert "undo" not in (READER.read(sentence, before) or "")
