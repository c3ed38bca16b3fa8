"""What must hold for any words whatsoever."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from tests.devices.homes import large_home
from voice_gateway.devices import Action, Matched, Registry, Resolver, load_home
from voice_gateway.devices.words import FILLERS, GENERIC, QUANTIFIERS, ROOMISH

SMALL = Resolver(load_home().registry)
LARGE = Resolver(Registry(large_home()))

known_words = sorted(SMALL.index.by_word)
SAYING_NOTHING = FILLERS | QUANTIFIERS | GENERIC | ROOMISH
"""Of which device is meant: "the inside fan" is the fan."""


@given(st.text(max_size=300), st.sampled_from([None, *Action]), st.text(max_size=20))
def test_no_text_makes_it_fail(text: str, action: Action | None, room: str) -> None:
    for resolver in (SMALL, LARGE):
        resolver.resolve(text, action=action, room=room)


@given(
    st.text("abcdefghijklmnopqrstuvwxyz", min_size=4, max_size=12),
    st.sampled_from(["light", "lamp", "fan", "door", "sensor", "lights", "thermostat"]),
)
def test_a_word_far_from_every_known_word_resolves_to_nothing(word: str, noun: str) -> None:
    stem = word.rstrip("s")
    if any(OSA.distance(variant, known) <= 2 for variant in (word, stem) for known in known_words):
        return
    if word in SAYING_NOTHING or stem in SAYING_NOTHING:
        return
    if any(part in word for part in ("living", "bed", "bath", "hall")):
        return
    assert not isinstance(SMALL.resolve(f"the {word} {noun}"), Matched)


@given(st.sampled_from([device.name for device in large_home()]), st.data())
def test_every_device_is_found_by_its_own_name_in_any_case(name: str, data: st.DataObject) -> None:
    spelled = "".join(data.draw(st.sampled_from([char.lower(), char.upper()])) for char in name)
    for said in (
        name,
        f"the {name.lower()}",
        name.lower().replace(" ", "_"),
        spelled if spelled.isupper() else name,
    ):
        resolution = LARGE.resolve(said)
        assert isinstance(resolution, Matched), said
        assert [device.name for device in resolution.devices] == [name]
