"""`voice-gateway model probe` against a scripted Ollama that is right in one way, and seldom in the other."""

import json
import tomllib
from importlib.resources import files
from typing import Any

from tests.cli.conftest import Run
from tests.servers.http import Connection
from tests.servers.ollama import DIGEST, MODEL, Step, call, say, scripted_ollama
from voice_gateway.models.ability import Abilities, Tally, remembered

TABLE = tomllib.loads(files("voice_gateway.models").joinpath("probe.toml").read_text(encoding="utf-8"))
WISHES: dict[str, dict[str, Any]] = {wish["say"]: wish for wish in TABLE["call"]}
ANSWERS: dict[str, str] = {question["say"]: question["answer"][0] for question in TABLE["talk"]}


def tried(native: int) -> list[Step]:
    """Every written call is right, and of those by itself as many as this."""
    able = list(WISHES)[:native]

    async def step(connection: Connection) -> None:
        asked = connection.request.body
        sentence = asked["messages"][-1]["content"]
        if sentence in ANSWERS:
            answer = say(ANSWERS[sentence])
        elif "format" in asked:
            wish = WISHES[sentence]
            answer = say(json.dumps({"tool": wish["tool"], "arguments": wish["arguments"]}))
        elif sentence in able:
            answer = call((WISHES[sentence]["tool"], WISHES[sentence]["arguments"]))
        else:
            answer = say("I see.")
        await answer(connection)

    return [step] * (3 * len(WISHES) + len(ANSWERS))


async def test_the_figures_that_decide_are_printed_and_kept(run: Run) -> None:
    async with scripted_ollama(tried(native=2)) as ollama:
        ended = await run("model", "probe", MODEL, OLLAMA_HOST=ollama.url)
        assert not ended.err
    assert ended.code == 0
    assert "2 of 8 (25.0%)" in ended.out
    assert "8 of 8 (100.0%)" in ended.out
    assert "4 of 4 plain questions answered: good enough for talk." in ended.out
    assert "under a schema (constrained)" in ended.out
    assert all(wish in ended.out for wish in WISHES)
    assert remembered(DIGEST) == Abilities(Tally(2, 8), Tally(8, 8), talks=True)


async def test_a_model_that_calls_faultlessly_is_left_to_it(run: Run) -> None:
    async with scripted_ollama(tried(native=8)) as ollama:
        ended = await run("model", "probe", MODEL, OLLAMA_HOST=ollama.url)
    assert ended.out.count("8 of 8") == 2
    assert "(native)" in ended.out


async def test_a_model_that_is_not_there_is_named_with_the_way_to_get_it(run: Run) -> None:
    async with scripted_ollama() as ollama:
        ended = await run("model", "probe", "nope:1b", OLLAMA_HOST=ollama.url)
    assert ended.code != 0
    assert "Ollama has no model called nope:1b." in ended.err
    assert "ollama pull nope:1b" in ended.err
