"""Plans in words."""

from datetime import datetime

import pytest

from voice_gateway.planning.saying import deed_words, moment_words, when_words
from voice_gateway.planning.spans import span_words
from voice_gateway.wishes import read_wish
from voice_gateway.wishes.text import read_head

NOW = datetime(2026, 11, 16, 18, 0).astimezone()


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("in 10m", "in 10 minutes"),
        ("in 1h30m", "in 1 hour and 30 minutes"),
        ("at 18:30", "at 6:30 PM"),
        ("tomorrow 07:00", "tomorrow at 7:00 AM"),
        ("friday 18:00", "on Friday at 6:00 PM"),
        ("2026-12-24 17:00", "on 24 December at 5:00 PM"),
        ("2027-01-02 17:00", "on 2 January 2027 at 5:00 PM"),
        ("at sunset", "at sunset"),
        ("daily sunset-30m", "every day 30 minutes before sunset"),
        ("weekdays 07:00", "every weekday at 7:00 AM"),
        ("monday,thursday 19:00", "every Monday and Thursday at 7:00 PM"),
        ("every 1h", "every hour"),
        ("every 2h", "every 2 hours"),
        ("when front door opens", "the next time the front door opens"),
        ("whenever lounge < 18", "whenever the lounge falls below 18"),
        ("when hall motion occupied", "the next time the hall motion sees somebody"),
        ("when raining", "the next time it is raining"),
        ("whenever everyone leaves", "whenever everyone leaves"),
    ],
)
def test_when(head: str, words: str) -> None:
    assert when_words(read_head(head), NOW) == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("off hall light; lock front door", "turn off the hall light and lock the front door"),
        ("level lounge lamp 40", "set the lounge lamp to 40 percent"),
        ("on kettle for 5m", "turn on the kettle for 5 minutes"),
        ("on heater until 22:00", "turn on the heater until 10:00 PM"),
        ("if back door unlocked: on shed light", "turn on the shed light, if the back door is unlocked"),
        ("unless lounge > 21: on heater", "turn on the heater, unless the lounge is above 21"),
        ("if raining: close blinds", "close the blinds, if it is raining"),
        ("announce dinner is ready", "say “dinner is ready”"),
        ("level lamp +20", "change the lamp"),
        ("timer 9m pasta", "set a pasta timer for 9 minutes"),
        ("timer 1h", "set a timer for 1 hour"),
        ("cancel timer pasta", "cancel the pasta timer"),
        ("cancel all timers", "cancel all timers"),
        ("move last +2m", "add 2 minutes to what was planned last"),
        ("cancel #1", "cancel what was planned last"),
        ("cancel hall light", "cancel what is planned for the hall light"),
        ("alarm 07:00", "set an alarm"),
        ("list shopping add milk, eggs", "put milk and eggs on the shopping list"),
        ("list shopping remove eggs", "take eggs off the shopping list"),
        ("list shopping clear", "empty the shopping list"),
    ],
)
def test_what(line: str, words: str) -> None:
    assert deed_words(read_wish(line)) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "less than a second"),
        (1, "1 second"),
        (90, "1 minute and 30 seconds"),
        (90_061, "1 day and 1 hour"),
    ],
)
def test_how_long(seconds: float, words: str) -> None:
    assert span_words(seconds) == words


def test_a_moment_of_another_day_names_the_day() -> None:
    assert moment_words(NOW.replace(hour=19), NOW) == "at 7:00 PM"
    assert moment_words(NOW.replace(day=17), NOW) == "tomorrow at 6:00 PM"
    assert moment_words(NOW.replace(day=20), NOW) == "on Friday at 6:00 PM"
    assert moment_words(NOW.replace(day=30), NOW) == "on 30 November at 6:00 PM"
