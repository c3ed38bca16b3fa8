"""What a model writes again and again is said once, and what only sounds alike is left alone."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.scene import Play
from tests.servers.ollama import say
from voice_gateway.models.repetition import LoopWatch, without_loops
from voice_gateway.models.streaming import TokenGate
from voice_gateway.routing import Intent

STUCK = "I am a model. " * 30

SONG = """We wish you a merry Christmas,
We wish you a merry Christmas,
We wish you a merry Christmas
And a happy New Year.
Good tidings we bring to you and your kin.
Happy birthday to you. Happy birthday to you. Happy birthday, dear Ann. Happy birthday to you.
Row, row, row your boat, gently down the stream. Merrily, merrily, merrily, merrily, life is but a dream.
Row, row, row your boat, gently down the stream. Merrily, merrily, merrily, merrily, life is but a dream.
London Bridge is falling down, falling down, falling down. London Bridge is falling down, my fair lady."""

LIST = "\n".join(f"{number}. Turn the screw a little further." for number in range(1, 25))
STATES = " ".join(
    f"The {room} light is on." for room in ("hall", "kitchen", "bedroom", "bath", "attic", "den")
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (STUCK, "I am a model."),
        ("I'm sorry, " * 60, "I'm sorry"),
        ("They are sorry. " + "I'm sorry, " * 60, "They are sorry. I'm sorry"),
        ("I'm sorry\n" * 60, "I'm sorry"),
        ("sorry " * 60, "sorry"),
        ("ha" * 100, "ha"),
        ("a" * 100, "a"),
        ("对不起，" * 40, "对不起"),
        ("It is Paris. " + "It is big. It is old. " * 20, "It is Paris. It is big. It is old."),
        ("No, no, no.", "No, no, no."),
        ("Ha ha ha ha ha ha!", "Ha ha ha ha ha ha!"),
        ("It is 21.5 degrees. It is warm.", "It is 21.5 degrees. It is warm."),
        ("", ""),
    ],
)
def test_a_text_ends_where_it_repeats_itself(text: str, said: str) -> None:
    assert without_loops(text) == said


@pytest.mark.parametrize(
    "text",
    [
        SONG,
        LIST,
        STATES,
        ", ".join(str(number) for number in range(400)),
        " ".join(f"{number} times {number} is {number * number}." for number in range(60)),
        "\n".join(f"| {number} | on | on | on |" for number in range(30)),
    ],
)
def test_songs_lists_and_counting_are_no_loops(text: str) -> None:
    assert without_loops(text) == text


words = st.lists(st.text("abcdefghijklmno", min_size=2, max_size=9), min_size=1, max_size=12, unique=True)


@given(words, words, st.sampled_from([" ", ", ", ". ", "\n", " - ", "! "]), st.integers(25, 60))
def test_any_phrase_that_goes_on_and_on_is_a_loop(
    before: list[str], phrase: list[str], between: str, times: int
) -> None:
    assume(len(" ".join(phrase)) >= 3)
    opening, once = " ".join(before), " ".join(phrase)
    text = f"{opening}. " + between.join([once] * times)
    said = without_loops(text)
    assert text.startswith(said)
    assert len(said) <= len(opening) + 2 * (len(once) + len(between)) + 2


@given(st.lists(st.integers(0, 10**6), unique=True, max_size=150))
def test_different_numbers_in_the_same_words_are_no_loop(numbers: list[int]) -> None:
    text = " ".join(f"There are {number} of them." for number in numbers)
    assert without_loops(text) == text


@given(words, st.integers(1, 3))
def test_what_is_said_up_to_three_times_is_left_alone(phrase: list[str], times: int) -> None:
    text = ". ".join([" ".join(phrase)] * times)
    assert without_loops(text) == text


@given(st.text(max_size=120))
def test_whatever_is_kept_is_the_beginning_of_what_was_written(text: str) -> None:
    assert text.strip().startswith(without_loops(text))


@given(st.lists(st.text("ab ,.", max_size=4), max_size=60))
def test_a_text_is_judged_alike_in_pieces_and_as_a_whole(pieces: list[str]) -> None:
    watch = LoopWatch()
    for piece in pieces:
        watch.feed(piece)
        assert 0 <= watch.certain <= len(watch.text)
    assert watch.once() == without_loops("".join(pieces))


@pytest.mark.parametrize("text", [SONG, STUCK, "I'm sorry, " * 60, "Yes. " + "no " * 50])
def test_what_is_heard_live_is_the_beginning_of_what_is_said(text: str) -> None:
    heard: list[str] = []
    gate = TokenGate(heard.append)
    for at in range(0, len(text), 3):
        gate.feed(text[at : at + 3])
    assert without_loops(text).startswith("".join(heard).strip().rstrip(","))


async def test_a_model_that_is_stuck_is_stopped_and_heard_once(play: Play) -> None:
    heard: list[str] = []
    async with play(Intent.GENERAL, [], [say(STUCK), say(STUCK)]) as scene:
        assert await scene.ask("tell me about yourself and the sea", on_token=heard.append) == "I am a model."
        assert await scene.ask("tell me about yourself and the sea") == "I am a model."
    assert "".join(heard).strip() == "I am a model."
