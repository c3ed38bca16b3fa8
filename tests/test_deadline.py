"""A turn ends in time, and says what became of it."""

import asyncio
from itertools import count
from typing import Any

from langchain_core.tools import tool

from tests.home import SmallHome
from tests.scene import Play
from tests.servers.http import Connection
from tests.servers.ollama import Step, call, hang, line, say
from voice_gateway.conversation import Conversation
from voice_gateway.errors import ModelError
from voice_gateway.outcome import TurnOutcome
from voice_gateway.routing import Intent
from voice_gateway.tools import RegisteredTool, Tier, always

ON = ("control_zwave_device", {"device": "kitchen light", "action": "on"})
SHORT: dict[str, Any] = {"turn__deadline": 2}
STOPPED = "I stopped there, because it took longer than 2 seconds."


def dribble(text: str) -> Step:
    """A word now and then, for ever: never silent for long enough to be given up."""

    async def step(connection: Connection) -> None:
        await connection.start_chunks("application/x-ndjson")
        for number in count():
            await connection.chunk(line(connection.request, {"content": text.format(number)}))
            await asyncio.sleep(0.05)

    return step


async def test_a_model_that_dribbles_is_stopped_and_the_person_is_told(play: Play) -> None:
    async with play(Intent.GENERAL, (), [dribble("")], **SHORT) as scene:
        answer = await scene.house.gateway.turn("tell me a story", scene.house.conversation, print)
    assert (answer.text, answer.outcome) == (STOPPED, TurnOutcome.FAILED)


async def test_what_was_heard_of_an_answer_stands_and_its_end_is_told(play: Play) -> None:
    heard: list[str] = []
    async with play(Intent.GENERAL, (), [dribble("Once there were {}. ")], **SHORT) as scene:
        answer = await scene.house.gateway.turn("tell me a story", scene.house.conversation, heard.append)
    assert answer.text.startswith("Once there were 0.")
    assert answer.text.endswith(STOPPED)
    assert "".join(heard).split() == answer.text.split()


async def test_what_was_done_before_the_time_was_over_is_told(play: Play) -> None:
    home = SmallHome()
    async with play(Intent.DEVICE, home.tools(), [call(ON), hang()], **SHORT) as scene:
        answer = await scene.house.gateway.turn("turn on the kitchen light", scene.house.conversation)
    assert home.calls == [ON]
    assert answer.text == f"Kitchen light is now on. {STOPPED}"


async def test_an_action_that_does_not_come_back_in_time_is_told_as_such(play: Play) -> None:
    @tool
    async def open_the_blind() -> str:
        """Open the blind. Use it when the person asks for it, and for nothing else."""
        await asyncio.sleep(3600)
        return "open"

    tools = [RegisteredTool(open_the_blind, Tier.DEVICE, acts=always)]
    script = [call(("open_the_blind", {})), say("The blind is open.")]
    async with play(Intent.DEVICE, tools, script, **SHORT) as scene:
        answer = await scene.house.gateway.turn("open the blind", scene.house.conversation)
    assert "took too long to answer" in answer.text
    assert "open_the_blind" not in answer.text.lower()
    assert answer.outcome is TurnOutcome.FAILED


async def test_nobody_waits_longer_for_the_sentence_before_than_for_an_answer(play: Play) -> None:
    async with play(Intent.GENERAL, (), [dribble(""), say("Two.")], **SHORT) as scene:
        talk, gateway = Conversation(), scene.house.gateway
        async with talk.lock:
            (ended,) = await asyncio.gather(gateway.turn("and you", talk), return_exceptions=True)
        assert isinstance(ended, ModelError)
        assert "still busy" in ended.message
        assert STOPPED in (await gateway.turn("tell me a story", talk, print)).text
        assert (await gateway.turn("another one", talk)).text == "Two."
