"""Whatever stood in for a name is a name again, wherever it was written."""

from voice_gateway.wishes import read_wish, write_wish
from voice_gateway.wishes.renaming import renamed


def test_names_are_put_back_into_targets_facts_and_what_is_chosen() -> None:
    stood_in = (
        "if coffee machine on: source fridge coffee-machine; play jazz @ coffee machine; color lamp red"
    )
    wish = renamed(read_wish(stood_in), lambda text: text.replace("coffee machine", "solar pump"))
    assert write_wish(wish) == (
        "if solar pump on: source fridge solar-pump; play jazz @ solar pump; color lamp red"
    )
