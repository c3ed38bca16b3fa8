"""Things on a list are told apart where nobody hears a comma."""

import pytest

from voice_gateway.fast_path.groceries import told_apart


@pytest.mark.parametrize(
    ("words", "things"),
    [
        ("rashers tea bags", ["rashers", "tea bags"]),
        ("rye bread butter", ["rye bread", "butter"]),
        ("coconut milk curry leaves", ["coconut milk", "curry leaves"]),
        ("tomato soup eggs", ["tomato soup", "eggs"]),
        ("cherry tomatoes", ["cherry tomatoes"]),
        ("milk for the cat", ["milk for the cat"]),
        ("something nice", ["something nice"]),
    ],
)
def test_known_things_are_told_apart_and_others_stay_together(words: str, things: list[str]) -> None:
    assert told_apart(words) == things
