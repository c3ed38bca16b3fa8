"""A large model keeps things through tools that take one line, and is held to what was said."""

import pytest

from tests.assembled import Assemble
from tests.servers.ollama import call, say
from voice_gateway.outcome import TurnOutcome
from voice_gateway.tools import Tier

PLANNING = ["plan", "timers", "lists", "routines"]


@pytest.mark.parametrize(
    ("sentence", "tool", "line", "said"),
    [
        ("turn on the kitchen light in ten minutes", "plan", "in 10m: on kitchen light", "In 10 minutes"),
        ("add milk to the shopping list", "lists", "list shopping add milk", "milk"),
        ("set a timer for five minutes", "timers", "timer 5m", "5 minutes"),
    ],
)
async def test_a_model_plans_through_a_tool(
    assemble: Assemble, sentence: str, tool: str, line: str, said: str
) -> None:
    async with assemble(call((tool, {"wish": line})), say("Okay."), fast_path=False) as house:
        answer = await house.ask(sentence)
        assert answer.outcome is TurnOutcome.DONE
        assert said in answer.text
        bound = [each["function"]["name"] for each in house.ollama.chats[0]["tools"]]
        assert bound == PLANNING


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("turn on the kitchen light in ten minutes", "in 20m: on kitchen light"),
        ("turn on the kitchen light in ten minutes", "in 10m: off hallway lamp"),
        ("turn on the kitchen light in ten minutes", "in 10m: on lights"),
        ("turn on the kitchen light in ten minutes", "in 10m: if reading lamp on: on kitchen light"),
    ],
)
async def test_what_was_not_said_is_not_planned(assemble: Assemble, sentence: str, line: str) -> None:
    async with assemble(*[call(("plan", {"wish": line})), say("Done!")] * 3, fast_path=False) as house:
        before = house.home()
        answer = await house.ask(sentence)
        assert answer.outcome is not TurnOutcome.DONE
        assert "Done!" not in answer.text
        await house.later(hours=1)
        assert house.home() == before


async def test_a_promise_without_a_call_is_not_made(assemble: Assemble) -> None:
    async with assemble(*[say("I'll turn it on in ten minutes!")] * 4, fast_path=False) as house:
        answer = await house.ask("turn on the kitchen light in ten minutes")
        assert answer.outcome is TurnOutcome.DECLINED
        assert "planned nothing" in answer.text


async def test_a_line_that_is_none_of_the_tool_is_refused(assemble: Assemble) -> None:
    async with assemble() as house:
        tools = {tool.name: tool for tool in house.gateway.manager.select(Tier.PLANNING)}
        assert list(tools) == PLANNING
        for name, line in (("timers", "list shopping add milk"), ("lists", "timer 5m"), ("plan", "none")):
            with pytest.raises(Exception, match="nothing for"):
                await tools[name].tool.ainvoke(
                    {"type": "tool_call", "id": "1", "name": name, "args": {"wish": line}}
                )


def test_only_what_changes_something_acts() -> None:
    from voice_gateway.planning.tools import _acts

    assert _acts({"wish": "timer 5m"})
    assert _acts({"wish": "in 10m: off lamp"})
    assert not _acts({"wish": "timer left"})
    assert not _acts({"wish": "planned"})
    assert not _acts({"wish": "nonsense"})
