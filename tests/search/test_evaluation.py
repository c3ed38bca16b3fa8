"""The evaluation counts at the gateway what would have been searched."""

from pathlib import Path

import pytest

from tests.home import settings_for
from tests.servers.ollama import DIGEST, KNOWN, call, say, scripted_ollama
from voice_gateway.errors import InputError
from voice_gateway.measuring.commands.search import (
    Question,
    by_router,
    figures_of,
    read_questions,
    with_model,
)
from voice_gateway.models.ability import remember
from voice_gateway.tools.clock import local_now

FILE = Path(__file__).parents[2] / "evaluations/search.toml"


async def test_a_model_is_judged_by_the_queries_that_reached_the_engine() -> None:
    questions = [
        Question("who is the president of the united states", "current"),
        Question("are you happy", "current"),
        Question("tell me a joke", "timeless"),
    ]
    script = [
        *(call(("search_web", {"query": "US president"})), say("It is someone.")),
        *(say("It is someone else."), say("Knock knock.")),
    ]
    remember(DIGEST, KNOWN)
    async with scripted_ollama(script) as ollama:
        settings = settings_for(provider="ollama", ollama__base_url=ollama.url)
        judged = await with_model(questions, settings)
    year = local_now().year
    assert [one.query for one in judged] == [f"US president {year}", None, None]
    assert [one.wrong for one in judged] == ["", "not searched", ""]
    assert figures_of(judged) == {"questions": 3, "searched": 0.5, "with_year": 1.0, "false_searches": 0.0}


def test_the_router_sends_what_changes_to_the_web_with_the_year() -> None:
    questions = list(read_questions(FILE))
    figures = figures_of(by_router(questions))
    assert [
        sum(question.kind == kind for question in questions) for kind in ("current", "timeless", "sum")
    ] == [*(30, 30, 20)]
    assert figures["with_year"] > 0.98
    assert figures["searched"] > 0.9
    assert figures["false_searches"] < 0.02


def test_a_mistake_in_the_file_is_pointed_at(tmp_path: Path) -> None:
    file = tmp_path / "search.toml"
    file.write_text('[[current]]\ntext = "who won"\n\n[[sum]]\ntekst = "2+2"\n')
    with pytest.raises(InputError, match="line 4: “tekst” is not known"):
        list(read_questions(file))
