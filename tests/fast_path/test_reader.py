"""What is understood without a model, written as wishes, and what is left to others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_gateway.assembly import home_words
from voice_gateway.devices import Matched, Resolver, load_home
from voice_gateway.fast_path import Context, FastPath
from voice_gateway.routing import MicroRouter
from voice_gateway.wishes import read_wish, write_wish

HOME = load_home(None)
ROUTER = MicroRouter(home_words(HOME))
RESOLVER = Resolver(HOME.registry)
FAST = FastPath(RESOLVER)


def read(sentence: str, last: str = "", room: str = "", *, remarks: bool = False) -> str | None:
    """The line of the wish; `last` is the line of the one before."""
    context = Context(read_wish(last) if last else None, room)
    wish = FAST.read(sentence, ROUTER.classify(sentence), context, remarks=remarks)
    return None if wish is None else write_wish(wish)


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("turn on the kitchen light", "on kitchen light"),
        ("Kitchen light on!", "on kitchen light"),
        ("hey jarvis could you please switch the reading lamp off", "off reading lamp"),
        ("dim the living room light to thirty percent", "level living room light 30"),
        ("set the bedroom light to 40 %", "level bedroom light 40"),
        ("set the bedroom to 21 degrees", "temp bedroom 21"),
        ("set the bedroom to twenty one point five degrees", "temp bedroom 21.5"),
        ("set the temperature in the bedroom to 19", "temp bedroom 19"),
        ("close the living room blinds halfway", "level living room blinds 50"),
        ("open the blinds", "open blinds"),
        ("lock the front door", "lock front door"),
        ("unlock the front door please", "unlock front door"),
        ("turn off all the lights downstairs", "off all the lights downstairs"),
        ("turn everything off upstairs", "off everything upstairs"),
        ("turn on the kitchn light", "on kitchn light"),
        ("would you mind turning off the kitchen light", "off kitchen light"),
        ("is the front door locked?", "ask read front door locked"),
        ("front door locked?", "ask read front door locked"),
        ("kitchen light off, please?", "off kitchen light"),
        ("did I leave the coffee machine on", "ask read coffee machine"),
        ("how warm is it in the bedroom", "ask read bedroom temperature"),
        ("what's the humidity in the bathroom?", "ask read bathroom humidity"),
        ("what's the battery level of the front door", "ask read front door battery"),
        ("what time is it", "time"),
        ("what's the time in New York right now?", "time new york"),
        ("what day is christmas", "date christmas"),
        ("what day was 100000 fortnights ago", "date 100000 fortnights ago"),
        ("what time is it in Ohio", "time ohio"),
        ("how many days until halloween", "date halloween"),
        ("volume up", "volume up"),
        ("turn it down a bit", "volume down"),
        ("set the volume to thirty percent", "volume 30"),
        ("mute", "mute"),
    ],
)
def test_what_can_only_be_meant_one_way_is_understood(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("turn off the lights and lock the front door", "off lights; lock front door"),
        (
            "open the blinds, turn on the coffee machine and set the bedroom to 20 degrees",
            "open blinds; on coffee machine; temp bedroom 20",
        ),
        ("turn the kitchen light on and then turn it off", "on kitchen light; off kitchen light"),
        ("turn off the kitchen light lock the front door", "off kitchen light; lock front door"),
        ("turn the kitchen light off the reading lamp on", "off kitchen light; on reading lamp"),
        ("kitchen light off bedroom light on", "off kitchen light; on bedroom light"),
        ("kitchen light on please and open the blinds", "on kitchen light; open blinds"),
        (
            "lock the front door close the garage door turn off the lights",
            "lock front door; close garage door; off lights",
        ),
    ],
)
def test_several_steps_keep_their_order_with_or_without_commas(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("I think I left the garage open, close it", "close garage"),
        ("I left the coffee machine on, turn it off please", "off coffee machine"),
        ("the bedroom light is too bright, halve it", "level bedroom light x0.5"),
        ("it's dark in here, turn on the kitchen light", "on kitchen light"),
        ("turn on the kitchen light, I can't see a thing", "on kitchen light"),
        ("I'm cold turn up the bedroom heating", "warmer bedroom heating"),
        (
            "we're going to bed, so turn off the lights and lock the front door",
            "off lights; lock front door",
        ),
    ],
)
def test_remarks_around_a_command_are_skipped_only_where_that_is_allowed(sentence: str, line: str) -> None:
    assert read(sentence, remarks=True) == line
    assert read(sentence) is None


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("turn off all the lights except the kitchen light", "off all the lights except kitchen light"),
        ("turn everything off apart from the coffee machine", "off everything except coffee machine"),
        ("turn off the lights but not the hallway lamp", "off lights except hallway lamp"),
    ],
)
def test_what_is_left_out_is_named(sentence: str, line: str) -> None:
    assert read(sentence) == line


def test_what_is_left_out_must_be_known() -> None:
    assert read("turn off all the lights except the disco ball") is None


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("dim the bedroom light to a fifth", "level bedroom light 20"),
        ("set the bedroom light to three quarters", "level bedroom light 75"),
        ("open the living room blinds half way", "level living room blinds 50"),
        ("open the blinds half", "level blinds 50"),
        ("the blinds half open please", "level blinds 50"),
        ("make the bedroom light twenty percent brighter", "level bedroom light +20"),
        ("turn the bedroom up by half a degree", "warmer bedroom 0.5"),
        ("turn the bedroom heating down by two degrees", "cooler bedroom heating 2"),
        ("set the bedroom to 70 degrees fahrenheit", "temp bedroom 70f"),
        ("halve the bedroom light", "level bedroom light x0.5"),
        ("double the bedroom light", "level bedroom light x2"),
        ("set the bedroom light to one hundred", "set bedroom light 100"),
        ("set the bedroom light to a hundred percent", "level bedroom light 100"),
    ],
)
def test_amounts_are_taken_as_they_are_said(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("if the front door is unlocked, lock it", "if front door unlocked: lock front door"),
        ("if the garage door is open close it", "if garage door open: close garage door"),
        ("turn on the kitchen light if the bedroom is below 18 degrees", "if bedroom < 18: on kitchen light"),
        ("turn off the lights unless the front door is unlocked", "unless front door unlocked: off lights"),
        ("turn off the lights if the front door isn't locked", "unless front door locked: off lights"),
        ("turn off the hallway lamp if nobody's in the bathroom", "if bathroom empty: off hallway lamp"),
    ],
)
def test_conditions_go_with_the_command(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    "sentence",
    [
        "turn on the kitchen light if the disco ball is on",
        "turn on the kitchen light if you feel like it",
        "if I were rich the kitchen light would be on",
    ],
)
def test_a_condition_that_nobody_can_look_at_is_not_passed_over(sentence: str) -> None:
    assert read(sentence) is None


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("how many lights are on", "ask count lights on"),
        ("which lights are on", "ask which lights on"),
        ("are any doors unlocked", "ask any doors unlocked"),
        ("are all the doors locked", "ask all doors locked"),
        ("is everything locked", "ask all locked"),
        ("is anything still on upstairs", "ask any upstairs on"),
        ("is there anyone in the bathroom", "ask any bathroom occupied"),
        ("what's the warmest room", "ask warmest"),
        ("which room is coldest", "ask coldest"),
        ("what devices do I have in the kitchen", "ask list kitchen"),
        ("is there a toaster", "ask find toaster"),
        ("is the coffee machine done yet", "ask read coffee machine done"),
        ("did the coffee machine finish", "ask read coffee machine done"),
        ("how bright is the bedroom light", "ask read bedroom light brightness"),
        ("what colour is the bedroom light", "ask read bedroom light color"),
    ],
)
def test_questions_over_the_home_are_understood(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "last", "line"),
    [
        ("and the bedroom light", "on kitchen light", "on bedroom light"),
        ("what about the bedroom", "on kitchen light", "on bedroom light"),
        ("and the bedroom", "off kitchen light", "off bedroom light"),
        ("same in the bedroom", "off kitchen light", "off bedroom light"),
        ("the hallway lamp too", "off kitchen light", "off hallway lamp"),
        ("turn it off again", "on kitchen light", "off kitchen light"),
        ("back on", "off kitchen light", "on kitchen light"),
        ("dim it to 20 percent", "on bedroom light", "level bedroom light 20"),
        ("thirty percent", "level bedroom light 50", "level bedroom light 30"),
        ("and the garage door?", "ask front door", "ask read garage door"),
        ("and the bathroom", "ask bedroom temperature", "ask read bathroom temperature"),
        ("what about tokyo", "time london", "time tokyo"),
    ],
)
def test_follow_ups_are_about_what_was_said_before(sentence: str, last: str, line: str) -> None:
    assert read(sentence, last) == line


@pytest.mark.parametrize(
    ("sentence", "last", "line"),
    [
        ("no, I meant the fan", "on kitchen light", "undo; on fan"),
        ("no, the bedroom", "on kitchen light", "undo; on bedroom light"),
        ("not the kitchen, the bedroom", "on kitchen light", "undo; on bedroom light"),
        ("not the kitchen one, the bedroom one", "on kitchen light", "undo; on bedroom light"),
        ("I said off", "on kitchen light", "undo; off kitchen light"),
        ("18 i mean", "temp bedroom 21", "undo; temp bedroom 18"),
        ("no wait, thirty percent", "level bedroom light 50", "undo; level bedroom light 30"),
    ],
)
def test_a_correction_takes_back_and_does_what_was_meant(sentence: str, last: str, line: str) -> None:
    assert read(sentence, last) == line


def test_a_correction_needs_something_to_correct() -> None:
    assert read("no, I meant the fan") is None


@pytest.mark.parametrize("sentence", ["undo", "undo that", "put it back how it was", "take that back"])
def test_the_last_action_can_be_taken_back(sentence: str) -> None:
    assert read(sentence, "on kitchen light") == "undo"


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("turn on the kitchen light, no wait, the bedroom light", "on bedroom light"),
        ("turn on the kitchen light, no, the bedroom", "on bedroom light"),
        ("set the bedroom to 20, actually make it 22 degrees", "temp bedroom 22"),
        ("turn the kitchen light on, scratch that, off", "off kitchen light"),
    ],
)
def test_after_a_change_of_mind_only_the_last_word_counts(sentence: str, line: str) -> None:
    assert read(sentence) == line


def test_a_room_makes_a_plain_noun_clear() -> None:
    assert read("turn off the light", room="Kitchen") == "off light"


@pytest.mark.parametrize(
    "sentence",
    [
        "turn on the garage light",
        "don't turn on the kitchen light",
        "turn on the kitchen light when I get home",
        "should I turn on the kitchen light?",
        "turn on the kitchen light or the bedroom light",
        "turn off the lights and make me a sandwich",
        "turn it off",
        "how do light bulbs work",
        "who invented the thermostat",
        "turn the page",
        "call me a taxi",
        "what time does the store close",
        "when is my next meeting",
        "set the volume to 4",
        "what time is it in Gondor",
        "",
    ],
)
def test_in_doubt_somebody_else_is_asked(sentence: str) -> None:
    assert read(sentence) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "turning off the lights saves energy",
        "the siren is on",
        "let's say the siren is on",
        "he said turn on the siren",
        "we could turn on the siren",
        "I might turn on the kitchen light",
        "you can open the garage door with it",
        "someone needs to close the garage door",
        "people who turn off the lights are nice",
        "I always lock the front door",
        "my dad wants the siren on",
        "the kitchen light should be on",
        "I think the garage is open",
    ],
)
def test_what_is_only_told_is_no_command(sentence: str) -> None:
    assert read(sentence) is None


@pytest.mark.parametrize(
    "sentence",
    ["is the kitchen light on", "are the blinds open", "was the front door unlocked", "is the siren on"],
)
def test_a_question_never_becomes_an_action(sentence: str) -> None:
    assert (read(sentence) or "").startswith("ask read ")


@given(st.text(max_size=60))
def test_no_sentence_crashes_it(sentence: str) -> None:
    read(sentence)


WORDS = [
    "turn", "on", "off", "the", "kitchen", "light", "garage", "disco", "ball", "is", "set", "to", "50",
    "percent", "and", "no", "except", "if", "it",
]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=8))
def test_a_device_that_is_not_there_is_never_acted_on(pieces: list[str]) -> None:
    line = read(" ".join(pieces), last="on kitchen light")
    for step in read_wish(line or "").steps:
        if {"disco", "ball"} & set(step.target.words.split()):
            assert not isinstance(RESOLVER.resolve(step.target.words), Matched)


@given(st.lists(st.sampled_from(WORDS), max_size=10))
def test_what_was_understood_can_be_written_and_read_again(pieces: list[str]) -> None:
    sentence = " ".join(pieces)
    wish = FAST.read(sentence, ROUTER.classify(sentence), Context(read_wish("on kitchen light")))
    if wish is not None:
        assert read_wish(write_wish(wish)) == wish


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("bedroom light down twenty percent", "level bedroom light -20"),
        ("bedroom light down to twenty percent", "level bedroom light 20"),
        ("bedroom light down by half", "level bedroom light x0.5"),
        ("add fifteen percent to the bedroom light", "level bedroom light +15"),
        ("add a degree and a half to the bedroom thermostat", "warmer bedroom thermostat 1.5"),
        ("bedroom thermostat down one degree", "cooler bedroom thermostat 1"),
        ("living room blinds halfway down", "level living room blinds 50"),
    ],
)
def test_by_and_to_are_told_apart(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("all the lights off but keep the reading lamp going", "off all the lights except reading lamp"),
        ("every light off, only leave the hallway lamp", "off every light except hallway lamp"),
        ("lights off except the hallway lamp please", "off lights except hallway lamp"),
    ],
)
def test_what_is_left_out_is_no_remark(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "last", "line"),
    [
        ("oh for heaven's sake, the bedroom light, not the kitchen light", "on kitchen light",
         "undo; on bedroom light"),
        ("bedroom fan, I misspoke", "on bedroom light", "undo; on bedroom fan"),
        ("no, not the light! close the blinds", "on kitchen light", "undo; close blinds"),
        ("it's the other way round", "level kitchen light 20; level bedroom light 60",
         "undo; level kitchen light 60; level bedroom light 20"),
        ("no, the other way round", "open blinds; close garage door",
         "undo; close blinds; open garage door"),
        ("other way around!", "on bedroom fan", "undo; off bedroom fan"),
        ("other one", "on reading lamp", "undo; on hallway lamp"),
        ("hm, 60 is better", "level kitchen light 40", "set kitchen light 60"),
        ("back on", "off coffee machine", "on coffee machine"),
        ("please make it like before", "temp bedroom thermostat 22", "undo"),
        ("scrap that", "on kitchen light", "undo"),
    ],
)  # fmt: skip
def test_a_correction_may_be_said_in_many_ways(sentence: str, last: str, line: str) -> None:
    assert read(sentence, last) == line


@pytest.mark.parametrize(
    ("sentence", "last"),
    [
        ("sorry, the bedroom light is broken", "on kitchen light"),
        ("no it's fine", "on kitchen light"),
        ("actually that's nice", "on kitchen light"),
        ("scrap that", ""),
    ],
)
def test_a_remark_after_an_action_corrects_nothing(sentence: str, last: str) -> None:
    assert read(sentence, last) is None


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("coffee machine off, wait no don't", "cancel"),
        ("turn on the kitchen light, no, leave it", "cancel"),
        ("turn on the kitchen light and the hallway lamp, no, not the hallway lamp", "on kitchen light"),
    ],
)
def test_a_change_of_mind_may_leave_nothing_or_less(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    "sentence",
    [
        "if it isn't too much trouble, turn on the kitchen light",
        "turn on the kitchen light if you'd be so kind",
        "if you don't mind could you turn on the kitchen light",
    ],
)
def test_manners_are_no_condition(sentence: str) -> None:
    assert read(sentence) == "on kitchen light"


@pytest.mark.parametrize(
    ("sentence", "last", "line"),
    [
        ("actually, leave it off", "on kitchen light", "undo; off kitchen light"),
        ("no, keep it on after all", "off kitchen light", "undo; on kitchen light"),
        ("actually keep the coffee machine running", "off kitchen light and coffee machine",
         "undo; off kitchen light"),
        ("never mind the kitchen light, just the reading lamp", "on kitchen light and reading lamp",
         "undo; on reading lamp"),
        ("no, put the kitchen light back as it was and set the bedroom light to 30", "level kitchen light 90",
         "undo; set bedroom light 30"),
        ("no, the bedroom light, turn the kitchen one off again", "on kitchen light",
         "undo; on bedroom light"),
        ("wrong one, turn that back on and switch the fan off instead", "off kitchen light",
         "undo; on kitchen light; off fan"),
        ("no, 21 is plenty", "temp bedroom thermostat 23", "undo; temp bedroom thermostat 21"),
        ("at forty percent though", "on bedroom light", "level bedroom light 40"),
        ("half of that please", "level bedroom light 60", "level bedroom light x0.5"),
        ("no, up, make it 22", "temp bedroom thermostat 18", "undo; temp bedroom thermostat 22"),
        ("and dim the other one to 10 percent", "on reading lamp", "level hallway lamp 10"),
        ("and do the bedroom light the same", "level kitchen light 20", "level bedroom light 20"),
    ],
)  # fmt: skip
def test_a_correction_takes_back_what_it_says_and_nothing_else(sentence: str, last: str, line: str) -> None:
    assert read(sentence, last) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("turn the kitchen light down to a third of what it is", "level kitchen light x0.333"),
        ("slow the bedroom fan down to half the speed it's doing now", "level bedroom fan x0.5"),
        ("bedroom light at one third brightness", "level bedroom light 33"),
        ("lower the living room blinds to 25 percent, then turn the kitchen light off",
         "level living room blinds 25; off kitchen light"),
        ("lock up the front door", "lock front door"),
        ("living room light all the way up", "level living room light max"),
        ("change the brightness of the kitchen light to the highest", "level kitchen light max"),
        ("put the kitchen light brightness to its lowest", "level kitchen light min"),
        ("set the kitchen light to the lowest brightness", "level kitchen light min"),
    ],
)  # fmt: skip
def test_how_far_is_read_as_it_was_said(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("everything in the bedroom off but the bedroom fan, and then lock the front door",
         "off everything in the bedroom except bedroom fan; lock front door"),
        ("turn all the lights off, only the hallway lamp stays as it is",
         "off all the lights except hallway lamp"),
        ("kitchen light off, coffee machine stays on", "off kitchen light except coffee machine"),
        ("turn off the lights but not the hallway lamp and not the kitchen light",
         "off lights except hallway lamp and kitchen light"),
        ("reading lamp on, kitchen light on, not the hallway lamp",
         "on reading lamp; on kitchen light except hallway lamp"),
    ],
)  # fmt: skip
def test_what_stays_is_told_behind_what_is_done(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("dark as a coal hole in there it is, so what I'm after is the kitchen light on", "on kitchen light"),
        (
            "I do like to see the keys when I play, so would you kindly put the reading lamp on",
            "on reading lamp",
        ),
    ],
)
def test_what_leads_to_a_wish_is_skipped_where_somebody_looks_again(sentence: str, line: str) -> None:
    assert read(sentence) is None
    assert read(sentence, remarks=True) == line


@pytest.mark.parametrize("sentence", ["yes to everything", "yes to the hallway lamp", "aye, the lot"])
def test_a_yes_that_nobody_asked_for_goes_on_with_nothing(sentence: str) -> None:
    assert read(sentence, "on coffee machine") is None


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("dim the lights that are on to 15 percent", "level lights that are on 15"),
        ("the lights that are on, set those to fifteen percent", "level the lights that are on 15"),
        ("turn off the lights that are still on", "off lights"),
        ("turn on the kitchen light the reading lamp", "on kitchen light and the reading lamp"),
        (
            "kitchen light reading lamp on coffee machine off",
            "on kitchen light and reading lamp; off coffee machine",
        ),
        ("kitchen light on, sorry, not the kitchen light, the reading lamp", "on reading lamp"),
        ("kitchen light off and reading lamp on, actually no, leave the kitchen light", "on reading lamp"),
        ("turn off the kitchen light, no, leave the kitchen light on", "cancel"),
    ],
)
def test_what_was_narrowed_lined_up_or_taken_back_is_read_as_such(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "last", "line"),
    [
        ("a bit more, another ten percent", "level reading lamp -20", "level reading lamp -10"),
        ("another ten percent please", "level reading lamp +20", "level reading lamp +10"),
        ("another ten percent", "on reading lamp", None),
    ],
)
def test_another_amount_goes_on_the_same_way(sentence: str, last: str, line: str | None) -> None:
    assert read(sentence, last) == line
