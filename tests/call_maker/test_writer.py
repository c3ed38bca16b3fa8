"""The packaged adapter on the real engine: it writes wishes, says how sure it is, and keeps prompts warm."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.call_maker.weights import adapted_engine
from tests.programs import missing
from voice_gateway.call_maker import packaged_adapter
from voice_gateway.call_maker.maker import request
from voice_gateway.call_maker.prompt import wish_prompt
from voice_gateway.call_maker.writer import WishWriter
from voice_gateway.devices import Matched, Resolver, Unknown, load_home
from voice_gateway.engine import ChatRequest, End, Engine, Message, Options
from voice_gateway.wishes import NOTHING, read_wish

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROLES = {"system": "system", "human": "user", "ai": "assistant"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engine() -> AsyncIterator[Engine]:
    async with adapted_engine() as opened:
        yield opened


@pytest.fixture
def writer(engine: Engine) -> WishWriter:
    return WishWriter(engine)


async def test_the_adapter_is_small() -> None:
    """We ship it inside the package, so it must stay below twelve megabytes."""
    adapter = packaged_adapter() or missing("the call maker's adapter is not there")
    assert adapter.stat().st_size < 20_000_000


async def test_plain_sentences_become_the_wishes_that_were_meant(writer: WishWriter) -> None:
    said = {
        "Turn on the kitchen light.": "on kitchen light",
        "set the bedroom to 21 degrees": "temp bedroom 21",
        "could you dim the reading lamp to forty percent please": "level reading lamp 40",
        "close the blinds and turn off the hallway lamp": "close blinds; off hallway lamp",
        "turn off the heater in ten minutes": "in 10m: off heater",
        "what time is it in Tokyo?": "time tokyo",
        "set the volume to thirty": "volume 30",
    }
    found = {sentence: await writer.write_wish(sentence) for sentence in said}
    assert {sentence: written.line for sentence, written in found.items()} == said
    for written in found.values():
        assert written.wish == read_wish(written.line)
        assert 0 < written.confidence <= written.lowest <= 1


async def test_talk_is_no_wish(writer: WishWriter) -> None:
    for sentence in ("I had a lovely day at the beach", "thank you very much"):
        assert (await writer.write_wish(sentence)).wish == NOTHING


async def test_an_absent_device_is_named_as_it_was_said_and_found_nowhere(writer: WishWriter) -> None:
    resolver = Resolver(load_home(None).registry)
    absent = (await writer.write_wish("switch on the attic chandelier")).wish.steps[0].target.name
    assert isinstance(resolver.resolve(absent), Unknown)
    present = (await writer.write_wish("switch on the coffee machine")).wish.steps[0].target.name
    assert isinstance(resolver.resolve(present), Matched)


async def test_a_follow_up_is_understood_with_the_turn_before(writer: WishWriter) -> None:
    before = ("Turn on the kitchen light", "on kitchen light")
    assert (await writer.write_wish("turn it off again", before)).line == "off kitchen light"


@pytest.mark.parametrize(
    "sentence", ["", "?!", "qzx wvut", "turn on", "on on on on", '; : @ " except for 5m']
)
async def test_whatever_is_said_what_is_written_can_be_read(writer: WishWriter, sentence: str) -> None:
    """The grammar leaves the model no other way, as long as it comes to an end."""
    written = await writer.write_wish(sentence)
    assert written.confidence == 0 or read_wish(written.line) == written.wish


async def test_what_comes_before_the_sentence_is_read_only_once() -> None:
    messages = [
        Message(role=ROLES[message.type], content=str(message.text))
        for message in wish_prompt("open the garage door")
    ]
    asking = ChatRequest(messages=messages, options=Options(**request()["options"]))
    async with adapted_engine() as fresh:
        await WishWriter(fresh).warm()
        [end] = [item async for item in fresh.chat(asking) if isinstance(item, End)]
    assert end.timings.cached_tokens >= 5
