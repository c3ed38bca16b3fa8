"""Times as people say them."""

import re
import tomllib
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from voice_gateway.times import (
    At,
    Clock,
    Location,
    Past,
    Span,
    Taken,
    due,
    find_times,
    read_span,
    read_when,
    take_times,
    write_span,
    write_when,
)

BERLIN = ZoneInfo("Europe/Berlin")
AFTERNOON = datetime(2026, 11, 16, 16, 20, tzinfo=BERLIN)
PHRASES = tomllib.loads((Path(__file__).parents[2] / "bench/times/phrases.toml").read_text(encoding="utf-8"))
SAID = [
    pytest.param(said, meaning, group["now"].replace(tzinfo=BERLIN), id=f"{name}: {said}")
    for name, group in PHRASES.items()
    for said, meaning in group["said"].items()
]


def written(taken: Taken) -> str:
    """As in the file of phrases."""
    time = taken.when or taken.lasting or taken.length
    if time is None or taken.beyond:
        return "?" if taken.unknown else ""
    text = write_span(time) if isinstance(time, Span) else write_when(time)
    return f"~{text}" if taken.supposed else text


@pytest.mark.parametrize(("said", "meaning", "now"), SAID)
def test_a_time_is_found_where_it_stands(said: str, meaning: str, now: datetime) -> None:
    sentence = re.sub(r"[\[\]]", "", said)
    assert written(take_times(sentence, now)) == meaning
    found = [sentence[place.start : place.end] for place in find_times(sentence, now) if not place.past]
    assert found == re.findall(r"\[(.*)\]", said)


@pytest.mark.parametrize(
    ("said", "what", "when", "lasting"),
    [
        ("at six turn on the heater for two hours", "turn on the heater", "at 18:00", "for 2h"),
        ("turn on the heater at 18 hours", "turn on the heater", "at 18:00", ""),
        (
            "turn on the heater on monday wednesday and friday at eight am",
            "turn on the heater",
            "monday,wednesday,friday 08:00",
            "",
        ),
        ("turn on the heater at five and twenty past nine pm", "turn on the heater", "at 21:25", ""),
        ("put the coffee on the go at six hours thirty", "put the coffee on the go", "at 18:30", ""),
        ("turn on the heater for two hours at six", "turn on the heater", "at 18:00", "for 2h"),
        (
            "turn on the heater tomorrow at six am until eight",
            "turn on the heater",
            "tomorrow 06:00",
            "until 08:00",
        ),
        ("tomorrow turn on the tree at seven", "turn on the tree", "tomorrow 07:00", ""),
        ("every weekday, please open the blinds at seven", "please open the blinds", "weekdays 07:00", ""),
        ("turn the heater on from six to eight", "turn the heater on", "at 18:00", "until 20:00"),
        ("turn on the kitchen light", "turn on the kitchen light", "", ""),
    ],
)
def test_all_times_of_a_sentence_are_taken_out_of_it(said: str, what: str, when: str, lasting: str) -> None:
    taken = take_times(said, AFTERNOON)
    assert taken.what == what
    assert (taken.when and write_when(taken.when)) == (when or None)
    assert (taken.lasting and write_when(taken.lasting)) == (lasting or None)
    assert not taken.supposed


def test_a_length_is_taken_out_as_a_length() -> None:
    assert take_times("set a ten minute timer", AFTERNOON) == Taken("set a timer", length=Span(600))


def test_a_time_that_cannot_be_planned_is_said_to_be_one() -> None:
    taken = take_times("run the pump every other monday at 9 am", AFTERNOON)
    assert taken.unknown
    assert taken.when is None


def test_the_second_of_two_plans_stays_where_it_is() -> None:
    taken = take_times("turn the light on at six and off at seven", AFTERNOON)
    assert taken.what == "turn the light on and off at seven"


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("turn the light on tomorrow at 7", "turn the light on"),
        ("turn the sauna on friday at six pm", "turn the sauna on"),
        ("turn on the sauna on friday at six pm", "turn on the sauna"),
        ("Turn the Light ON at 7pm.", "Turn the Light ON"),
        ("in 10 minutes, schalte Café Übermut ein!", "schalte Café Übermut ein"),
    ],
)
def test_the_words_around_a_time_are_left_as_they_were(said: str, what: str) -> None:
    assert take_times(said, AFTERNOON).what == what


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("turn on the friday evening scene", ""),
        ("turn on the sauna friday evening", "~friday 19:00"),
        ("turn it off later, at ten", "at 22:00"),
        ("water the roses on the 16th at 9 pm", "2026-11-16 21:00"),
        ("water the roses on the 15th at 9 pm", "2026-12-15 21:00"),
        ("turn off all lights on the first floor", ""),
        ("two timers, ten minutes and ten minutes", "10m"),
        ("turn the heating off at 6.30 pm", "at 18:30"),
        ("heat it for 1.50 hours", "for 1h30m"),
        ("heat it for 1 1/2 hours", "for 1h30m"),
        ("heat it for 1 and a 1/2 hours", "for 1h30m"),
        ("heat it for 3/4 of an hour", "for 45m"),
        ("heat it for a 1/2 hour", "for 30m"),
        ("heat it for ½ a minute", "for 30s"),
    ],
)
def test_what_looks_like_another_time_is_told_apart(said: str, meaning: str) -> None:
    assert written(take_times(said, AFTERNOON)) == meaning


WORDS = re.findall(
    r"\S+",
    """
    at in for until every each other half past quarter to a an the and seven six thirty oh ten 7 7:30 18:30
    0600
    25:99 am pm o'clock noon midnight morning tonight tomorrow today friday mondays weekdays daily on of month
    first 31st 29 february november sunset before after minutes hour hours second days weeks from now ago
    between
    , . ½ 99999999 hundred point light set alarm christmas eve 2026-11-20 2026-99-99 1.5 later twice except
    sunday next 1.50 by week
    """,
)


@given(st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join) | st.text(max_size=60))
@example("in 99999999999999999999 days")
@example("at İ 7 pm ٣ minutes")
@example("on 9999-12-31 at 7 pm")
def test_word_soup_is_a_time_or_none_and_never_an_error(soup: str) -> None:
    for said in (soup, soup.upper()):
        taken = take_times(said, AFTERNOON)
        found = [place.time for place in find_times(said, AFTERNOON) if not place.past]
        for time in (*found, taken.when, taken.lasting, taken.length):
            if isinstance(time, Span):
                assert read_span(write_span(time)) == time
            elif time:
                assert read_when(write_when(time)) == time
                try:
                    assert due(time, AFTERNOON, Location(BERLIN)) > AFTERNOON
                except Past:
                    assert "today" in write_when(time) or "202" in write_when(time)


@given(
    st.lists(st.sampled_from(["light", "seven", "please", "lamp", "kitchen", "on"]), max_size=8).map(" ".join)
)
def test_words_without_a_time_are_left_alone(words: str) -> None:
    assert not find_times(words, AFTERNOON)
    assert take_times(words, AFTERNOON).what == words


def test_what_is_changed_by_two_is_not_two_past_the_hour() -> None:
    now = datetime(2026, 11, 16, 12, tzinfo=BERLIN)
    assert [place.time for place in find_times("turn it down by two after midnight", now)] == [At(Clock(0))]
    assert [place.time for place in find_times("turn it off two after midnight", now)] == [At(Clock(2))]


NOON = datetime(2026, 11, 16, 12, 0, tzinfo=BERLIN)
SCHOOL_NIGHTS = "monday,tuesday,wednesday,thursday,sunday"
NO_SUNDAYS = "monday,tuesday,wednesday,thursday,friday,saturday"


@pytest.mark.parametrize(
    ("said", "what", "when"),
    [
        ("of a sunday let the blinds up at nine", "let the blinds up", "sundays 09:00"),
        ("mornings at ten to eight start the podcast", "start the podcast", "daily 07:50"),
        ("put the heating on evenings at six", "put the heating on", "daily 18:00"),
        ("twenty to nine every school morning, shout", "shout", "weekdays 08:40"),
        ("every school night at nine telly off", "telly off", f"{SCHOOL_NIGHTS} 21:00"),
        ("two evenings a week, monday and wednesday at eight, heat", "heat", "monday,wednesday 20:00"),
        ("close the gates at six every day but sunday", "close the gates", f"{NO_SUNDAYS} 18:00"),
        ("wake me at a quarter past seven, save at weekends", "wake me", "weekdays 07:15"),
        ("ring the bell at six pm, not on sundays", "ring the bell", f"{NO_SUNDAYS} 18:00"),
        ("once a day, at noon, spray the orchids", "spray the orchids", "daily 12:00"),
        ("in about an hour and three quarters oven off", "oven off", "in 1h45m"),
        ("in like three quarters of an hour ish lock up", "lock up", "in 45m"),
        ("at the top of the hour play the radio", "play the radio", "at 13:00"),
        ("tomorrow morning at seven seven fifteen open the blinds", "open the blinds", "tomorrow 07:15"),
        ("sixteen thirty hours tomorrow unlock the workshop", "unlock the workshop", "tomorrow 16:30"),
        ("an hour ahead of sunrise switch the lights on", "switch the lights on", "at sunrise-1h"),
        ("give it ten minutes and then kill the fan", "kill the fan", "in 10m"),
        ("leave it till nine and then close the awning", "close the awning", "at 21:00"),
        ("in thirty, so then dim the lamp", "dim the lamp", "in 30m"),
    ],
)  # fmt: skip
def test_days_and_hours_are_read_as_strangers_say_them(said: str, what: str, when: str) -> None:
    taken = take_times(said, NOON)
    assert (taken.what, taken.when and write_when(taken.when)) == (what, when)


@pytest.mark.parametrize(
    ("said", "when", "ends"),
    [
        ("fridays from seven to ten bar lights amber", "fridays 07:00", "until 10:00"),
        ("tomorrow from nine to noon heat the hall", "tomorrow 09:00", "until tomorrow 12:00"),
        ("heater on from four till seven in the morning", "at 04:00", "until 07:00"),
        ("heater on from ten till two in the afternoon", "at 10:00", "until 14:00"),
        ("lamp on from eleven till two in the morning", "at 23:00", "until 02:00"),
        ("lamp on from ten to six tonight", "today 22:00", "until 06:00"),
        ("tomorrow evening from six till eleven light the arch", "tomorrow 18:00", "until 23:00"),
        ("lamp on from 6 pm to 11", "at 18:00", "until 23:00"),
        ("lamp on at 10 pm until six", "at 22:00", "until 06:00"),
        ("lamp on from 8 am to 10 pm", "at 08:00", "until 22:00"),
    ],
)
def test_from_one_time_to_another_begins_and_ends(said: str, when: str, ends: str) -> None:
    taken = take_times(said, NOON)
    assert taken.when
    assert taken.lasting
    assert (write_when(taken.when), write_when(taken.lasting)) == (when, ends)


@pytest.mark.parametrize(
    ("said", "when"),
    [
        ("every other day at six water the ferns", "every 2d from 18:00"),
        ("water the ferns at 7:30 every second day", "every 2d from 07:30"),
        ("water the ferns every other day", "every 2d"),
        ("water the ferns at seven every other morning", "every 2d from 07:00"),
        ("every other night at nine lock the door", "every 2d from 21:00"),
        ("every second evening water the ferns", "every 2d from 19:00"),
        ("every other day except sunday at six water the ferns", ""),
        ("every other week at six water the ferns", ""),
        ("every third day at six water the ferns", ""),
    ],
)
def test_every_other_day_has_an_hour_and_other_weeks_have_no_day(said: str, when: str) -> None:
    taken = take_times(said, NOON)
    assert (write_when(taken.when) if taken.when else "") == when
    assert taken.unknown is not bool(when)


@pytest.mark.parametrize(
    ("said", "lasting"),
    [
        ("keep the console off till friday", "until friday 09:00"),
        ("heat the beds for three nights", "for 3d"),
        ("keep it on until morning", "until 08:00"),
    ],
)
def test_an_end_is_a_day_or_a_number_of_nights(said: str, lasting: str) -> None:
    taken = take_times(said, NOON)
    assert taken.lasting
    assert write_when(taken.lasting) == lasting


@pytest.mark.parametrize(
    "said", ["fan on until it's below 18", "lamp on until the guests leave", "lamp on till everyone's home"]
)
def test_an_end_that_is_no_time_is_told_as_unknown(said: str) -> None:
    taken = take_times(said, NOON)
    assert taken.lasting is None
    assert taken.beyond


@pytest.mark.parametrize("said", ["water the beds for three nights", "read me two mornings"])
def test_nights_that_are_counted_do_not_come_again(said: str) -> None:
    assert take_times(said, NOON).when is None


@pytest.mark.parametrize(
    ("said", "time"),
    [
        ("wake me at seven and quarter tomorrow", "tomorrow 07:15"),
        ("remind me at six of the afternoon", "at 18:00"),
        ("remind me at ten past six of the afternoon", "at 18:10"),
        ("in two and a half hours", "in 2h30m"),
        ("in three and a quarter hours", "in 3h15m"),
        ("in two and three quarter hours", "in 2h45m"),
    ],
)
def test_halves_and_quarters_behind_a_number_count(said: str, time: str) -> None:
    assert written(take_times(said, AFTERNOON)) == time
