"""Draws the second half of a turn: a question, what a tool found, and the one sentence to say."""

from collections.abc import Callable
from random import Random

from training.call_maker.example import Example
from training.call_maker.names import bank, invented_word
from training.call_maker.templates import SENTENCES, draw
from training.call_maker.tiers import FILE as TIERS
from training.call_maker.tiers import bare
from voice_gateway.call_maker.answer import NOT_FOUND, SYSTEM, question_with_results
from voice_gateway.tools.search import SearchResult, present

FILE = SENTENCES / "answers.txt"
TOPICS = ("leader", "weather", "price", "result", "population", "when", "odd")


def draw_answer(random: Random, *, held_out: bool, new_phrasing: bool) -> Example:
    """One web question with three to five results; in a few cases none of them answers it."""
    topic = random.choice(TOPICS)
    facts = _facts(random, held_out)
    question = draw(FILE, f"ask {topic}", facts, random, held_out=new_phrasing)
    answer = _sentence(f"tell {topic}", facts, random, new_phrasing)
    found = random.random() >= 0.04
    results = []
    place = random.randrange(random.randint(1, 3))
    for at in range(random.randint(3, 5)):
        others = _facts(random, held_out)
        sentences = [_sentence("beside", others, random, new_phrasing) for _ in range(random.randint(0, 2))]
        if at == place and found:
            sentences.insert(random.randint(0, len(sentences)), answer)
        elif random.random() < 0.5:
            sentences.append(_sentence(f"tell {random.choice(TOPICS)}", others, random, new_phrasing))
        snippet = " ".join(sentences) or _sentence("beside", others, random, new_phrasing)
        title = _sentence("title", facts if random.random() < 0.6 else others, random, new_phrasing)
        results.append(SearchResult(title=title, url=f"https://{at}.example", snippet=snippet))
    said = answer if found else NOT_FOUND
    return Example(question_with_results(question, present(results)), said, "answer", system=SYSTEM)


def _sentence(section: str, facts: dict[str, str | Callable[[], str]], random: Random, held_out: bool) -> str:
    text = draw(FILE, section, facts, random, held_out=held_out)
    return text[:1].upper() + text[1:]


def _facts(random: Random, held_out: bool) -> dict[str, str | Callable[[], str]]:
    """One made-up state of the world."""
    facts: dict[str, str | Callable[[], str]] = {
        name: draw(TIERS, name, {}, random, held_out=held_out)
        for name in ("city", "role", "land", "thing", "team")
    }
    other = draw(TIERS, "team", {}, random, held_out=held_out)
    first, last = random.choice(bank("people", held_out)), invented_word(random, held_out)
    small = random.randint(0, 4)
    return facts | {
        "Name": f"{first} {last}".title(),
        "Odd": " ".join(invented_word(random, held_out) for _ in range(random.randint(1, 2))).title(),
        "City": str(facts["city"]).title(),
        "Land": bare(str(facts["land"])).title(),
        "Thing": bare(str(facts["thing"])).capitalize(),
        "Team": str(facts["team"]).title(),
        "Other": other.title(),
        "year": str(random.randint(2021, 2032)),
        "n": str(random.randint(2, 990)),
        "n31": str(random.randint(1, 31)),
        "deg": str(random.randint(-9, 36)),
        "score": random.choice((f"{small + 1} to {small}", f"{random.randint(80, 130)} to {60 + small}")),
        "people": f"{random.randint(20, 990)},{random.randint(100, 999)}",
        **{
            name: draw(FILE, name, {}, random, held_out=held_out)
            for name in ("sky", "event", "month", "weekday", "verb")
        },
    }  # fmt: skip
