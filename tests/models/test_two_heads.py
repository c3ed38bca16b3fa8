"""With Ollama the call maker reads first; what it is unsure of, and talk, is the model's."""

import pytest

from tests.assembled import Assemble, Assembled
from tests.servers.ollama import call, say
from voice_gateway.call_maker.writer import WishWriter, Written
from voice_gateway.errors import ModelError
from voice_gateway.models.provider import builtin_is_there
from voice_gateway.outcome import TurnOutcome
from voice_gateway.settings import Settings
from voice_gateway.trace import Understood
from voice_gateway.wishes import read_wish

LAMP = "turn on the reading lamp"
TWO_HEADS = {"caller": "auto", "fast_path": False}
ON = call(("control_zwave_device", {"device": "reading lamp", "action": "on"}))

pytestmark = pytest.mark.skipif(
    not builtin_is_there(Settings()), reason="the built-in model is not installed"
)


async def readers(house: Assembled, sentence: str) -> list[str]:
    return [event.by for event in (await house.ask(sentence)).trace.all(Understood)]


async def test_a_wish_that_the_call_maker_is_sure_of_needs_no_other_model(assemble: Assemble) -> None:
    async with assemble(**TWO_HEADS) as house:
        assert await readers(house, LAMP) == ["call maker"]
        assert house.state("Reading Lamp").on
        assert not house.ollama.chats


async def test_the_model_alone_reads_where_that_is_wanted(assemble: Assemble) -> None:
    async with assemble(ON, say("The reading lamp is on."), caller="model", fast_path=False) as house:
        assert await readers(house, LAMP) == []
        assert house.state("Reading Lamp").on
        assert house.ollama.chats


async def test_talk_is_the_models(assemble: Assemble) -> None:
    async with assemble(say("Knock, knock."), **TWO_HEADS) as house:
        answer = await house.ask("tell me a joke about the sea")
        assert answer.text == "Knock, knock."


@pytest.mark.parametrize("trouble", ["unsure", "broken"])
async def test_what_the_call_maker_cannot_do_is_left_to_the_model(
    trouble: str, assemble: Assemble, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def write_wish(*_: object, **_verbs: object) -> Written:
        if trouble == "broken":
            raise ModelError("The weights could not be read.")
        return Written(read_wish("off reading lamp"), "off reading lamp", confidence=0.6)

    monkeypatch.setattr(WishWriter, "write_wish", write_wish)
    async with assemble(ON, say("The reading lamp is on."), **TWO_HEADS) as house:
        answer = await house.ask(LAMP)
        assert house.state("Reading Lamp").on
        assert answer.success


async def test_what_a_name_alone_may_ask_for_is_asked_about(
    assemble: Assemble, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def write_wish(*_: object, **_verbs: object) -> Written:
        return Written(read_wish("on kitchen light"), "on kitchen light", confidence=0.99)

    monkeypatch.setattr(WishWriter, "write_wish", write_wish)
    async with assemble(**TWO_HEADS) as house:
        answer = await house.ask("kitchen light")
        assert answer.outcome is TurnOutcome.ASKED_BACK
        assert not house.state("Kitchen Light").on


@pytest.mark.parametrize(
    ("sentence", "read"),
    [
        ("so what's the temperature like in the bedroom", "ask read bedroom temperature"),
        ("so what's the bedroom like", "ask read bedroom"),
    ],
)
async def test_what_is_to_be_read_is_kept(
    sentence: str, read: str, assemble: Assemble, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def write_wish(*_: object, **_verbs: object) -> Written:
        return Written(read_wish("ask read bedroom"), "ask read bedroom", confidence=0.99)

    monkeypatch.setattr(WishWriter, "write_wish", write_wish)
    async with assemble(**TWO_HEADS) as house:
        [understood] = (await house.ask(sentence)).trace.all(Understood)
        assert understood.wish == read


async def test_another_command_is_no_answer_to_which_one(
    assemble: Assemble, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def write_wish(*_: object, **_verbs: object) -> Written:
        return Written(read_wish("on bedroom fan"), "on bedroom fan", confidence=0.99)

    monkeypatch.setattr(WishWriter, "write_wish", write_wish)
    async with assemble(caller="auto") as house:
        asked = await house.ask("turn on the lamp")
        assert asked.text.startswith("Which one do you mean")
        await house.ask("whack the bedroom fan on")
        assert house.state("Bedroom Fan").on
