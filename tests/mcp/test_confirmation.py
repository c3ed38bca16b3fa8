"""A server asks the person before it acts."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.home import yes_to
from tests.mcp.rig import Caller, household, lines
from voice_gateway.mcp import McpIntegration
from voice_gateway.tools import Approved, Outcome, TurnState

QUESTION = "Unlock the front door? Say yes to confirm."


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("household") / "log"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def integration(place: Path) -> AsyncIterator[McpIntegration]:
    async with McpIntegration([household(place, allow=("unlock",))]) as running:
        yield running


@pytest.fixture
def log(place: Path) -> Path:
    """What the household did in this test."""
    place.unlink(missing_ok=True)
    return place


pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_guarded_action_is_not_done_but_asked_about(integration: McpIntegration, log: Path) -> None:
    result = await Caller(integration)("unlock", door="front door")
    assert (result.text, result.outcome, result.changed) == (QUESTION, Outcome.REFUSED, False)
    assert result.pending == QUESTION
    assert lines(log) == []


async def test_after_a_yes_the_same_call_is_carried_out_once(integration: McpIntegration, log: Path) -> None:
    call = Caller(integration)
    asked = await call("unlock", door="front door")
    result = await call("unlock", yes_to("unlock", asked), door="front door")
    assert (result.text, result.changed, result.pending) == (
        "The front door is now unlocked.",
        True,
        None,
    )
    assert lines(log) == ["unlocked front door"]
    assert (await call("unlock", door="front door")).pending == QUESTION, "a yes counts once"


async def test_a_yes_to_one_door_opens_no_other(integration: McpIntegration, log: Path) -> None:
    call = Caller(integration)
    asked = await call("unlock", door="front door")
    assert (
        await call("unlock", yes_to("unlock", asked), door="back door")
    ).pending == "Unlock the back door? Say yes to confirm."
    assert lines(log) == []


async def test_a_call_as_the_model_wrote_it_is_recognised_after_mending(
    integration: McpIntegration, log: Path
) -> None:
    """What a yes agrees to is the call as the executor mended it, however the model wrote it."""
    call = Caller(integration)
    asked = await call("unlock", door="front door", note_text="null")
    assert asked.sent == {"door": "front door"}
    assert (await call("unlock", yes_to("unlock", asked), door="front door", note_text="null")).ok
    assert lines(log) == ["unlocked front door"]


async def test_without_the_behaviour_every_question_is_declined(
    integration: McpIntegration, log: Path
) -> None:
    (tool,) = integration.tools()
    assert await tool.tool.ainvoke({"door": "front door"}) == "The front door stays locked."
    assert lines(log) == []


async def test_a_yes_in_one_conversation_is_none_in_another(integration: McpIntegration, log: Path) -> None:
    """Two people want the same door opened; only the one who said yes gets it, and only once."""
    call = Caller(integration)
    one = await call("unlock", TurnState("open up"), door="front door")
    other = await call("unlock", TurnState("let me in"), door="front door")
    assert (one.pending, other.pending) == (QUESTION, QUESTION)
    assert (await call("unlock", yes_to("unlock", one), door="front door")).ok
    assert (await call("unlock", TurnState("let me in"), door="front door")).pending == QUESTION
    assert lines(log) == ["unlocked front door"]


async def test_a_yes_to_one_question_is_no_yes_to_the_next(integration: McpIntegration, log: Path) -> None:
    call = Caller(integration)
    window = frozenset({"Open the window? Say yes to confirm."})
    yes = TurnState("yes", approved=(Approved("unlock", {"door": "front door"}, window),))
    asked = await call("unlock", yes, door="front door")
    assert (asked.pending, asked.sent, asked.changed) == (QUESTION, {"door": "front door"}, False)
    assert lines(log) == []


async def test_a_yes_to_the_whole_call_answers_every_question_in_it(
    integration: McpIntegration, log: Path
) -> None:
    """Who was asked "Shall I unlock the front door?" need not be asked by the server once more."""
    yes = TurnState("yes", approved=(Approved("unlock", {"door": "front door"}),))
    assert (await Caller(integration)("unlock", yes, door="front door")).ok
    assert lines(log) == ["unlocked front door"]
