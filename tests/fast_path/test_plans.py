"""What is asked for at another time, on an event, or of what is kept, written as wishes."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_gateway.assembly import home_words
from voice_gateway.devices import Resolver, load_home
from voice_gateway.fast_path import Context, FastPath
from voice_gateway.fast_path.context import KeptNames
from voice_gateway.routing import MicroRouter
from voice_gateway.wishes import read_wish, write_wish

HOME = load_home(None)
ROUTER = MicroRouter(home_words(HOME))
FAST = FastPath(Resolver(HOME.registry))
MONDAY_EVENING = datetime(2026, 11, 16, 18, 0, tzinfo=ZoneInfo("Europe/Berlin"))


def read(sentence: str, *last: str, remarks: bool = False, path: FastPath = FAST) -> str | None:
    """The line of the wish; `last` are the lines of those before."""
    before = tuple(read_wish(line) for line in last)
    context = Context(before[-1] if before else None, "", before, now=MONDAY_EVENING)
    wish = path.read(sentence, ROUTER.classify(sentence), context, remarks=remarks)
    return None if wish is None else write_wish(wish)


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("turn on the kitchen light in ten minutes", "in 10m: on kitchen light"),
        ("in a quarter of an hour turn off the lights and lock the front door",
         "in 15m: off lights; lock front door"),
        ("kitchen light off ten minutes from now please", "in 10m: off kitchen light"),
        ("give it ten minutes then switch the kitchen light off", "in 10m: off kitchen light"),
        ("kitchen light on five minutes", "on kitchen light for 5m"),
        ("oh gosh, before I forget, kitchen light off in ten minutes", "in 10m: off kitchen light"),
        ("tell you what, in ten minutes turn off the kitchen light", "in 10m: off kitchen light"),
        ("at half past six open the living room blinds", "at 18:30: open living room blinds"),
        ("tomorrow at 7 set the bedroom to 21 degrees", "tomorrow 07:00: temp bedroom 21"),
        ("set the bedroom light to 40 at 7", "at 19:00: set bedroom light 40"),
        ("close the blinds at sunset", "at sunset: close blinds"),
        ("come sundown lock the front door", "at sunset: lock front door"),
        ("every weekday at seven turn on the coffee machine", "weekdays 07:00: on coffee machine"),
        ("coffee machine on for five minutes", "on coffee machine for 5m"),
        ("let the coffee machine run until ten", "on coffee machine until 22:00"),
        ("coffee machine for five minutes!", "on coffee machine for 5m"),
        ("at nine the coffee machine should be off", "at 21:00: off coffee machine"),
        ("in ten minutes set the volume to thirty percent", "in 10m: volume 30"),
        ("at seven announce dinner is ready", "at 19:00: announce dinner is ready"),
    ],
)  # fmt: skip
def test_a_time_at_either_end_is_when_it_happens(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        (
            "turn on the kitchen light now and turn off the fan at nine tonight",
            "on kitchen light; also today 21:00: off fan",
        ),
        ("kitchen light on in one minute and bedroom light on in three",
         "in 1m: on kitchen light; also in 3m: on bedroom light"),
        ("turn on the coffee machine and in ten minutes turn it off again",
         "on coffee machine; also in 10m: off coffee machine"),
        ("in ten minutes turn on the coffee machine and turn it off five minutes later",
         "in 10m: on coffee machine; also in 15m: off coffee machine"),
        ("every weekday at seven turn on the coffee machine and at eight turn it off",
         "weekdays 07:00: on coffee machine; also weekdays 08:00: off coffee machine"),
        ("kitchen light on at seven and off at nine",
         "at 19:00: on kitchen light; also at 21:00: off kitchen light"),
        ("kitchen light on for ten minutes and lock the front door",
         "on kitchen light for 10m; lock front door"),
        ("kitchen light off for half an hour, then on again", "off kitchen light for 30m"),
        ("lock the front door and turn on the kitchen light for ten minutes",
         "lock front door; on kitchen light for 10m"),
    ],
)  # fmt: skip
def test_each_thing_has_its_own_time(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("when the front door opens, turn on the hallway lamp", "when front door opens: on hallway lamp"),
        ("turn on the hallway lamp as soon as the front door opens",
         "when front door opens: on hallway lamp"),
        ("if the front door gets opened turn on the hallway lamp", "when front door opens: on hallway lamp"),
        ("whenever the front door opens hallway lamp on", "whenever front door opens: on hallway lamp"),
        ("from now on, when the front door unlocks, turn on the hallway lamp",
         "whenever front door unlocks: on hallway lamp"),
        ("when it drops below 18 in the bedroom turn on the coffee machine",
         "when bedroom < 18: on coffee machine"),
        ("when someone walks into the hallway turn on the hallway lamp",
         "when hallway occupied: on hallway lamp"),
        ("tell me when the coffee machine is done",
         "when coffee machine off: announce the coffee machine is done"),
        ("let me know if the front door opens", "when front door opens: announce the front door is open"),
        ("remind me to take the umbrella when the front door opens",
         "when front door opens: remind take the umbrella"),
        ("at nine switch the hallway lamp off, but only if the kitchen light is off",
         "at 21:00: if kitchen light off: off hallway lamp"),
        ("if the front door is still unlocked at ten, lock it",
         "at 22:00: if front door unlocked: lock front door"),
        ("if the kitchen light is on, leave it, otherwise turn on the hallway lamp",
         "unless kitchen light on: on hallway lamp"),
    ],
)  # fmt: skip
def test_a_change_is_waited_for_and_a_state_is_looked_at(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("set a timer for ten minutes", "timer 10m"),
        ("tea timer, four minutes", "timer 4m tea"),
        ("set a timer for an hour and ten for the lamb", "timer 1h10m lamb"),
        ("three minutes for my egg", "timer 3m egg"),
        ("how long is left on the pasta timer?", "timer pasta left"),
        ("add five more minutes to the pasta timer", "timer pasta +5m"),
        ("give the glue timer another five", "timer glue +5m"),
        ("take ten minutes off the cake timer", "timer cake -10m"),
        ("pause the pasta timer", "timer pasta pause"),
        ("cancel the ten minute timer", "cancel timer 10m"),
        ("cancel all timers", "cancel timer all"),
        ("how many timers are running", "planned timers"),
        ("remind me to take the bins out at eight", "remind 20:00 take the bins out"),
        ("every half hour remind me to drink some water", "remind every 30m drink some water"),
        ("don't let me forget the bins on thursday at nine in the evening", "remind thursday 21:00 the bins"),
        ("wake me at quarter to seven tomorrow", "alarm tomorrow 06:45"),
        ("set an alarm for seven", "alarm 07:00"),
        ("cancel my seven o'clock alarm", "cancel alarm 07:00"),
        ("remove my six am alarm", "cancel alarm 06:00"),
        ("put milk, eggs and bread on the shopping list", "list shopping add milk, eggs, bread"),
        ("shopping list: olive oil, garlic", "list shopping add olive oil, garlic"),
        ("we need milk, put it on the list", "list shopping add milk"),
        ("take the milk off the shopping list", "list shopping remove milk"),
        ("swap the rice on the shopping list for noodles",
         "list shopping remove rice; list shopping add noodles"),
        ("what's on my packing list?", "list packing read"),
        ("how many things are on the shopping list", "list shopping read"),
        ("clear the to-do list", "list to do clear"),
        ("add a ten minute timer", "timer 10m"),
        ("check off take out the trash from my chores list", "list chores remove take out the trash"),
        ("turn off the lights and set a timer for ten minutes", "off lights; timer 10m"),
        (
            "start two timers, one for rice for 12 minutes and one for dal for 20",
            "timer 12m rice; timer 20m dal",
        ),
    ],
)  # fmt: skip
def test_errands_are_read_with_their_names_and_times(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("when I say movie time, turn off the lights and close the blinds",
         "routine movie time: off lights; close blinds"),
        ("make a routine called good night that turns off the lights and locks the front door",
         "routine good night: off lights; lock front door"),
        ("forget the movie time routine", "cancel routine movie time"),
        ("run good night", "activate good night"),
        ("in an hour start the movie time routine", "in 1h: activate movie time"),
        ("what is planned?", "planned"),
        ("what have you planned for tonight", "planned tonight"),
        ("cancel all plans", "cancel all"),
        ("forget the thing with the kitchen light", "cancel kitchen light"),
        ("why did the kitchen light go on?", "why kitchen light"),
        ("why is the kitchen light on", "why kitchen light"),
    ],
)  # fmt: skip
def test_routines_and_plans_are_spoken_of_by_name(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("last", "sentence", "line"),
    [
        ("at 20:00: close blinds", "better at nine", "move last 21:00"),
        ("at 20:00: close blinds", "an hour later would be better", "move last +1h"),
        ("daily 06:30: close blinds", "make it half seven instead", "move last daily 07:30"),
        ("alarm 06:00", "make that half six instead", "move last 06:30"),
        ("daily 06:30: close blinds", "only on weekdays", "move last weekdays 06:30"),
        ("on coffee machine for 10m", "make it twenty", "move last +10m"),
        ("timer 50m", "make that fifteen", "move last -35m"),
        ("in 20m: close blinds", "actually don't", "cancel last"),
        ("in 20m: close blinds", "cancel that", "cancel last"),
        ("close blinds", "cancel that", "undo"),
        ("in 20m: on kitchen light", "and the bedroom light", "in 20m: on bedroom light"),
        ("in 20m: on kitchen light", "no, the bedroom light",
         "cancel last; also in 20m: on bedroom light"),
        ("list shopping add rice", "not rice, noodles",
         "list shopping remove rice; list shopping add noodles"),
        ("list packing add socks", "plus shoes", "list packing add shoes"),
        ("timer 4m tea", "ten more minutes on that", "timer +10m"),
    ],
)  # fmt: skip
def test_what_points_back_is_about_what_was_planned(last: str, sentence: str, line: str) -> None:
    assert read(sentence, last) == line


@pytest.mark.parametrize(
    "sentence",
    [
        "the coffee machine was on for two hours yesterday",
        "at nine the coffee machine always makes that awful noise",
        "when I was little we closed the blinds at six every evening",
        "I'll turn off the kitchen light in ten minutes",
        "the kitchen light goes on at seven",
        "is the kitchen light on at seven",
        "what time is sunset",
        "turn on the kitchen light later",
        "turn on the kitchen light twice a day",
        "bedtime in thirty, so then turn off the kitchen light",
        "Saturdays and Sundays only: kitchen light off at 1 a.m.",
        "turn on the kitchen light for ten minutes and then lock the front door",
        "remind me what is on tv",
        "remind me to take the bins out when I get home",
        "delete the list",
        "tell me movies playing in oceanside tonight",
        "the minute it starts raining close the living room blinds",
        "it takes ten minutes, turn on the coffee machine",
        "why is the sky blue",
        "run away",
        "activate the garage light",
    ],
)
def test_what_is_not_clear_or_asks_for_nothing_is_left(sentence: str) -> None:
    assert read(sentence) is None
    assert read(sentence, remarks=True) is None


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("take sardines off the list, my sister's got some", "list shopping remove sardines"),
        ("what do we still have to pack? read the packing list", "list packing read"),
        ("I've just showered, let the coffee machine run for five minutes", "on coffee machine for 5m"),
    ],
)
def test_remarks_around_an_errand_are_skipped_only_where_that_is_allowed(sentence: str, line: str) -> None:
    assert read(sentence, remarks=True) == line
    assert read(sentence) is None


def test_errands_need_no_home() -> None:
    assert read("set a timer for ten minutes", path=FastPath()) == "timer 10m"
    assert read("turn on the kitchen light in ten minutes", path=FastPath()) is None


WORDS = [
    "turn", "on", "off", "the", "kitchen", "light", "in", "ten", "minutes", "at", "half", "past",
    "seven", "when", "front", "door", "opens", "if", "every", "day", "until", "for", "set", "a",
    "timer", "remind", "me", "to", "alarm", "list", "shopping", "add", "milk", "and", ",", ".", "?",
    "cancel", "that", "last", "plan", "why", "is", "it", "say", "routine", "make", "it", "later",
    "an", "hour", "§", "40", "percent", "name", "tomorrow", "then", "again", "more", "less", "not",
    "wake",
]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join), st.booleans(), st.booleans())
def test_no_soup_of_words_breaks_the_reader(soup: str, remarks: bool, later: bool) -> None:
    line = read(soup, "at 20:00: close blinds" if later else "timer 5m tea", remarks=remarks)
    assert line is None or write_wish(read_wish(line)) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("turn off the kitchen light in ten minutes, no hang on, make that twenty",
         "in 20m: off kitchen light"),
        ("kitchen light off in ten, sorry, twenty minutes", "in 20m: off kitchen light"),
        ("turn on the kitchen light at eight, wait, half past eight", "at 20:30: on kitchen light"),
        ("kitchen light on at noon tomorrow, I mean on Friday", "friday 12:00: on kitchen light"),
        ("kitchen light on at nine, oh no I mean the hallway lamp on at ten", "at 22:00: on hallway lamp"),
        ("half an hour of the kitchen light and then it goes off", "in 30m: off kitchen light"),
        ("kitchen light off now and the hallway lamp in a quarter of an hour",
         "off kitchen light; also in 15m: off hallway lamp"),
        ("every day between 9 am and 5 pm keep the hallway lamp on",
         "daily 09:00: on hallway lamp until 17:00"),
        ("the hallway lamp should come on at seven am and go off at six pm monday through friday",
         "weekdays 07:00: on hallway lamp; also weekdays 18:00: off hallway lamp"),
        ("hallway lamp on at nine each morning just not on sundays",
         "monday,tuesday,wednesday,thursday,friday,saturday 09:00: on hallway lamp"),
        ("set a timer for ten minutes and when it's done turn off the kitchen light",
         "timer 10m; also in 10m: off kitchen light"),
        ("remind me at seven to feed the cat and at nine to soak the lentils",
         "remind 19:00 feed the cat; remind 21:00 soak the lentils"),
        ("cancel everything you've got planned for tonight", "cancel all today"),
    ],
)  # fmt: skip
def test_only_what_is_finally_meant_counts(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("at half past ten the kitchen light can go out, nobody's coming after that",
         "at 22:30: off kitchen light"),
        ("I'm a bit worried about it, so tell me if the front door opens",
         "when front door opens: announce the front door is open"),
        ("lock the front door tomorrow at noon, the cleaner has no key", "tomorrow 12:00: lock front door"),
    ],
)  # fmt: skip
def test_why_it_is_wanted_is_left_out(sentence: str, line: str) -> None:
    assert read(sentence, remarks=True) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("hallway lamp on, ten minutes from now", "in 10m: on hallway lamp"),
        ("hallway lamp off but not till ten minutes from now", "in 10m: off hallway lamp"),
        ("In, uh, twenty minutes, remind me to ring Auntie", "remind in 20m ring auntie"),
        ("hallway lamp on but only for an hour", "on hallway lamp for 1h"),
        ("fifteen minutes of the bedroom fan and then off again", "on the bedroom fan for 15m"),
        ("Sundays, ten in the morning, coffee machine on, every week", "sundays 10:00: on coffee machine"),
        ("coffee machine on at six tomorrow morning, only this once", "tomorrow 06:00: on coffee machine"),
        ("later tonight, say around eleven, lock the front door", "today 23:00: lock front door"),
        ("coffee machine on at six in the morning and off at seven",
         "at 06:00: on coffee machine; also at 07:00: off coffee machine"),
        ("Reading lamp, hallway lamp, bedroom light: all three off at 10:30 pm",
         "at 22:30: off reading lamp , hallway lamp and bedroom light"),
    ],
)  # fmt: skip
def test_what_is_said_around_a_time_changes_nothing(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("at eleven lock the front door if it isn't locked already",
         "at 23:00: unless front door locked: lock front door"),
        ("at nine if the front door's still unlocked tell me",
         "at 21:00: if front door unlocked: announce the front door is unlocked"),
        ("is the bedroom below 20? if so then turn off the bedroom fan", "if bedroom < 20: off bedroom fan"),
        ("turn the bedroom fan on if the bedroom is over 26 degrees, otherwise leave it",
         "if bedroom > 26: on bedroom fan"),
        ("whenever the bedroom gets hotter than 30 turn on the bedroom fan and tell me",
         "whenever bedroom > 30: on bedroom fan; announce the bedroom is above 30"),
        ("should the front door open after midnight, turn on the hallway lamp",
         "when front door opens: if after 00:00: on hallway lamp"),
    ],
)  # fmt: skip
def test_conditions_are_looked_at_when_the_time_comes(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("any lights on?", "ask any lights on"),
        ("anything left open?", "ask any open"),
        ("did I leave anything on", "ask any on"),
        ("which lights have we left on?", "ask which lights on"),
        ("is any door not locked?", "ask any door unlocked"),
        ("is it warmer in the bedroom or in the bathroom?", "ask warmest bedroom and bathroom"),
        ("is the bathroom more humid than the bedroom?", "ask dampest bathroom and bedroom"),
        ("which uses more power, the heater or the fan?", "ask hungriest heater and fan"),
        (
            "which has less battery left, the front door or the thermostat?",
            "ask emptiest front door and thermostat",
        ),
        ("which battery is lowest?", "ask emptiest"),
        ("which room is the most humid?", "ask dampest"),
        ("how many lights do we have on in this house right now?", "ask count lights on"),
    ],
)
def test_questions_over_the_home(sentence: str, line: str) -> None:
    assert read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("Set a timer of 12 minutes for the rice.", "timer 12m rice"),
        ("time the pasta for me, it wants eleven minutes", "timer 11m pasta"),
        ("start a bun timer for twenty minutes and a potato timer for thirty five",
         "timer 20m bun; timer 35m potato"),
        ("put rye bread butter and tea bags on the shopping list",
         "list shopping add rye bread, butter, tea bags"),
        ("milk's finished, add it to the shopping list", "list shopping add milk"),
        ("every two hours please tell me I must drink water", "remind every 2h drink water"),
        ("in forty minutes I must take my tablets, don't let me forget", "remind in 40m take my tablets"),
    ],
)  # fmt: skip
def test_errands_in_other_words(sentence: str, line: str) -> None:
    assert read(sentence) == line


def test_the_name_of_a_routine_is_no_time() -> None:
    kept = KeptNames(routines=frozenset({"movie night"}))
    for sentence in ("do movie night at eight", "movie night at eight"):
        wish = FAST.read(sentence, ROUTER.classify(sentence), Context(kept=kept, now=MONDAY_EVENING))
        assert wish
        assert write_wish(wish) == "at 20:00: activate movie night"
