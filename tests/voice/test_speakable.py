"""What is said for what is written."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_gateway.number_words import cardinal, ordinal
from voice_gateway.voice.sentences import SentenceSplitter
from voice_gateway.voice.speakable import speakable

ODD = "*_`#<>[]{}|\\^~=+&@$€£%°→×🎉😀"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("It is 21 °C.", "It is twenty-one degrees."),
        ("It's 1 °C and 58 % humid.", "It's one degree and fifty-eight percent humid."),
        ("-5.5 °C", "minus five point five degrees"),
        ("**Kitchen light** is `on`. 🎉", "Kitchen light is on."),
        ("# Lights\n- kitchen\n- hall", "Lights. kitchen. hall"),
        ("See [the docs](https://example.com/a?b=c).", "See the docs."),
        ("Look at https://www.example.com/x/y", "Look at example.com"),
        ("<think>They want tea.</think>Tea it is.", "Tea it is."),
        ("It is 7:30 PM.", "It is seven thirty p m."),
        ("It is 19:05.", "It is nineteen oh five."),
        ("At 12:00", "At twelve o'clock"),
        ("Sunday, November 15, 2026", "Sunday, November fifteenth, twenty twenty-six"),
        ("in 1984", "in nineteen eighty-four"),
        ("The 21st of May", "The twenty-first of May"),
        ("1,234 W", "one thousand two hundred and thirty-four watts"),
        ("10-20 minutes", "ten to twenty minutes"),
        ("$3.50", "three dollars fifty"),
        ("2 + 2 = 4", "two plus two equals four"),
        ("room 007", "room zero zero seven"),
        ("9" * 5000, " ".join(["nine"] * 5000)),
        (f"${'9' * 5000}", " ".join(["nine"] * 5000) + " dollars"),
        ("12 µg/m³", "twelve micrograms per cubic metre"),
        ("Wi-Fi is on.", "Wi-Fi is on."),
        ("", ""),
    ],
)
def test_written_becomes_spoken(written: str, said: str) -> None:
    assert speakable(written) == said


@given(st.text(max_size=300))
def test_nothing_unspeakable_is_left(text: str) -> None:
    said = speakable(text)
    assert not any(character in ODD for character in said)
    assert not any(unicodedata.category(character) in ("So", "Cc", "Cf", "Cs", "Co") for character in said)
    assert said == said.strip()


@given(st.text(alphabet="0123456789 .,:-°C%$mkWh", max_size=60))
def test_no_digit_is_left(text: str) -> None:
    assert not any(character in "0123456789" for character in speakable(text))


@given(st.text(alphabet=st.characters(categories=["Ll", "Lu"], max_codepoint=0xFF), min_size=1, max_size=40))
def test_plain_words_stay_as_they_are(word: str) -> None:
    assert speakable(word) == unicodedata.normalize("NFKC", word)


@given(st.integers(min_value=0, max_value=10**15))
def test_every_number_has_words_and_an_ordinal(number: int) -> None:
    assert cardinal(number).replace("-", "").replace(" ", "").isalpha()
    assert ordinal(number).endswith(("st", "nd", "rd", "th"))


@given(st.text(max_size=200), st.integers(min_value=1, max_value=9))
def test_cutting_into_sentences_loses_nothing(text: str, size: int) -> None:
    splitter = SentenceSplitter()
    sentences: list[str] = []
    for start in range(0, len(text), size):
        sentences += splitter.feed(text[start : start + size])
    sentences += splitter.finish()
    assert "".join("".join(sentences).split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It is on. It is off.", ["It is on.", "It is off."]),
        ("It is 21.5 degrees. Good!", ["It is 21.5 degrees.", "Good!"]),
        ("Dr. Smith is here. Hello.", ["Dr. Smith is here.", "Hello."]),
        ("1. Open it.\n2. Close it.", ["1. Open it.", "2. Close it."]),
        ("Is it? Yes", ["Is it?", "Yes"]),
    ],
)
def test_sentences_end_where_people_pause(text: str, sentences: list[str]) -> None:
    splitter = SentenceSplitter()
    assert [*splitter.feed(text), *splitter.finish()] == sentences


def test_the_first_sentence_is_there_before_the_second_has_ended() -> None:
    splitter = SentenceSplitter()
    assert splitter.feed("The light is on. And the") == ["The light is on."]
