"""Which queries are about what goes on now, and the year that they need.

Engines rank old pages high: "US president" finds every president there was, "US president 2026" the present
one. A query gets the year when it speaks of something that changes; a timeless one never does.
"""

import re
from datetime import date


def _any_of(*lists: str) -> re.Pattern[str]:
    """A pattern for words and phrases that are separated by commas; each may be a pattern itself."""
    phrases = [" ".join(phrase.split()) for words in lists for phrase in words.split(",")]
    return re.compile(rf"\b(?:{'|'.join(phrases)})\b", re.I)


_NAMES_A_YEAR = re.compile(r"\b(1\d{3}|20\d{2})s?\b|['’]\d{2}s?\b")

_PAST_YEAR = re.compile(r"\b20\d{2}\b")

_NOW = _any_of(r"""
    today, todays, tonight, tomorrow, yesterday, now, nowadays, current, currently, presently, latest,
    newest, recent, recently, upcoming, breaking, so far, these days, at the moment, still alive, up to
    date, news, headlines?, scores?, standings, out yet, happening, (this|last|next|past)
    (morning|night|evening|week|weekend|month|year|season|quarter|spring|summer|autumn),
    (this|last|next|past) (fall|winter|\w+day)
""")
"""Words that say so themselves."""

_OFFICES = """
    presidents?, vice president, prime minister, premier, chancellor, taoiseach, minister, secretary,
    governor, mayor, senators?, speaker of the, attorney general, chief justice, king of, queen of,
    pope, monarch, ruler of, leaders?, leads, runs, in charge of, head of, head coach, coach of,
    coaches, manager of, ceo, cfo, cto, chief executive, chair(man|woman|person)? of, owns, owner of,
    richest, wealthiest
"""
_SPORT_AND_SHOWS = r"""
    who won, who wins, which team won, winners? of, won the, champions?, championship, world cup, super
    bowl, world series, playoffs?, finals?, league, nba, nfl, nhl, mlb, fifa, uefa, olympics?, grand
    prix, formula 1, formula one, f1, wimbledon, tour de france, ranked, rankings?, ranking of,
    transfer, fixtures?, game score, oscars?, grammys?, emmys?, nobel, eurovision, box office, charts?,
    number one (song|movie|film), tour dates, concerts?, release date, premieres?, coming out, come out,
    comes out, new episodes?, season \d+, in theaters
"""
_MONEY = """
    prices?, cost of, how much (is|are|does|do), worth, stocks?, shares?, market cap, stock market,
    bitcoin, ethereum, crypto, cryptocurrency, exchange rate, interest rates?, mortgage rates?,
    inflation, unemployment, minimum wage, tax rates?, tariffs?, gdp
"""
_WORLD = """
    elections?, polls?, polling, referendum, ceasefire, on strike, shutdown, hurricane, wildfires?,
    outbreak, outage, recall, verdict, population of, unveiled, announced, launched, (new|next)
    (iphone|ipad|pixel|galaxy|macbook|model|version|release|album|movie|film|song|book|season|game),
    (stable|lts) (version|release), version of
"""
_CHANGING = _any_of(_OFFICES, _SPORT_AND_SHOWS, _MONEY, _WORLD)
"""Things that are not the same from one year to the next."""

_WEATHER = _any_of(
    "weather, forecast, rain, raining, rainy, snow, snowing, snowy, sunny, humidity, air quality"
)
"""Changes by the hour. Engines answer from the present by themselves; with a year they find the climate."""

_TIMELESS = _any_of(r"""
    define, definition, meaning, means?, synonyms?, antonyms?, etymology, spell, spelling, pronounce,
    translate, what (is|are|does|do) an?, what does .* do$, role of, duties of, powers of, how
    (do|does|to|is an?|can|did), how (many|far|tall|big|deep|long|are .* (made|elected|chosen)), why
    (is|are|do|does|did), invented, discovered, wrote, written, painted, composed, founded, born, died,
    first, ancient, medieval, history, historical, biography, origin, recipe, formula (for|of), capital
    of, world war, civil war, was, were, used to, formerly, former, during, before, after, \d+
    (times|plus|minus|divided by|percent of) \d+
""")
"""What stays as it is, or is over. A word of `_NOW` is stronger."""


def is_current(query: str) -> bool:
    """Whether a query is about something that may have changed since last week."""
    plain = query.replace("'s", "s").replace("’s", "s")
    if _NOW.search(plain) or _WEATHER.search(plain):
        return True
    return bool(_CHANGING.search(plain)) and not _TIMELESS.search(plain)


def with_year(query: str, today: date, asked: str = "") -> str:
    """The query, with the year it means when it is about current events and names none.

    `asked` is what the person said. A past year that only the model named is when its training ended.
    """
    if asked and is_current(asked) and not _NAMES_A_YEAR.search(asked):
        query = _PAST_YEAR.sub(lambda year: _present(year[0], asked, today), query)
    if _NAMES_A_YEAR.search(query) or _WEATHER.search(query) or not is_current(query):
        return query
    return f"{query.rstrip(' ?.!')} {_meant_year(query, today)}"


def _present(year: str, asked: str, today: date) -> str:
    return year if int(year) >= today.year else str(_meant_year(asked, today))


def _meant_year(query: str, today: date) -> int:
    if re.search(r"\blast year\b", query, re.I):
        return today.year - 1
    if re.search(r"\bnext year\b", query, re.I):
        return today.year + 1
    return today.year
