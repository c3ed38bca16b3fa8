"""The network writes wishes, says how sure it is, and writes nothing that cannot be read."""

import pytest
from training.reader.wishes import in_parts

from voice_gateway.call_maker.words import line_of, parted
from voice_gateway.call_maker.writer import WishWriter
from voice_gateway.devices import Matched, Resolver, Unknown, load_home
from voice_gateway.wishes import NOTHING, Verb, read_wish


@pytest.fixture
def writer() -> WishWriter:
    return WishWriter()


async def test_plain_sentences_become_the_wishes_that_were_meant(writer: WishWriter) -> None:
    said = {
        "Turn on the kitchen light.": "on kitchen light",
        "set the bedroom to 21 degrees": "temp bedroom 21",
        "could you dim the reading lamp to forty percent please": "level reading lamp 40",
        "close the blinds and turn off the hallway lamp": "close blinds; off hallway lamp",
        "turn off the heater in ten minutes": "in 10m: off heater",
        "what time is it in Tokyo?": "time tokyo",
        "set the volume to thirty": "volume 30",
    }
    found = {sentence: await writer.write_wish(sentence) for sentence in said}
    assert {sentence: written.line for sentence, written in found.items()} == said
    for written in found.values():
        assert written.wish == read_wish(written.line)
        assert 0 < written.confidence <= 1


async def test_a_number_after_a_question_about_warmth_is_in_degrees(writer: WishWriter) -> None:
    before = ("the living room is freezing", "warmer living room")
    written = await writer.write_wish("22 please", before, "Shall I make the living room warmer?")
    assert written.wish == read_wish("temp living room 22")


async def test_talk_is_no_wish(writer: WishWriter) -> None:
    for sentence in ("I had a lovely day at the beach", "thank you very much"):
        assert (await writer.write_wish(sentence)).wish == NOTHING


async def test_an_absent_device_is_named_as_it_was_said_and_found_nowhere(writer: WishWriter) -> None:
    resolver = Resolver(load_home(None).registry)
    absent = (await writer.write_wish("switch on the attic chandelier")).wish.steps[0].target.name
    assert isinstance(resolver.resolve(absent), Unknown)
    present = (await writer.write_wish("switch on the coffee machine")).wish.steps[0].target.name
    assert isinstance(resolver.resolve(present), Matched)


async def test_a_follow_up_is_understood_with_the_turn_before(writer: WishWriter) -> None:
    before = ("Turn on the kitchen light", "on kitchen light")
    assert (await writer.write_wish("turn it off again", before)).line == "off kitchen light"


@pytest.mark.parametrize(
    "sentence", ["", "?!", "qzx wvut", "turn on", "on on on on", '; : @ " except for 5m']
)
async def test_whatever_is_said_what_is_written_can_be_read(writer: WishWriter, sentence: str) -> None:
    written = await writer.write_wish(sentence)
    assert written.confidence == 0 or read_wish(written.line) == written.wish


async def test_who_knows_the_verb_is_written_a_wish_with_it(writer: WishWriter) -> None:
    sentence = "kitchen light off and the fan too"
    assert {step.verb for step in (await writer.write_wish(sentence)).wish.steps} == {Verb.OFF}
    told = await writer.write_wish(sentence, verbs=frozenset({Verb.ON}))
    assert {step.verb for step in told.wish.steps} == {Verb.ON}
    assert told.confidence < 0.1


@pytest.mark.parametrize(
    "line",
    ["in 10m: off fan", "at 06:45: level lamp +20; also daily 07:00: open blinds", "list add milk, eggs"],
)
def test_a_line_is_the_words_that_it_is_written_with(line: str) -> None:
    words = [part for word, joined in parted(line) for part in ([f"##{word}"] if joined else in_parts(word))]
    assert line_of(words) == line
