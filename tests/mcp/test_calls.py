"""Calls over a held session."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.mcp.rig import Caller, eventually, household, lines
from voice_gateway.mcp import McpIntegration, ServerState
from voice_gateway.tokens import estimate_tokens
from voice_gateway.tools import Outcome, Tier


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("household") / "log"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def integration(log: Path) -> AsyncIterator[McpIntegration]:
    server = household(log, timeout=20, env={"GREETING": "hello"}, deny=("fragile_*",))
    async with McpIntegration([server]) as running:
        yield running


pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_many_calls_reach_the_same_process(integration: McpIntegration) -> None:
    call = Caller(integration)
    (health,) = integration.health()
    assert {(await call("who")).text for _ in range(20)} == {str(health.pid)}
    assert (health.state, health.restarts) == (ServerState.READY, 0)


async def test_calls_from_many_tasks_each_get_their_own_answer(integration: McpIntegration) -> None:
    call = Caller(integration)
    results = await asyncio.gather(
        *(call("echo", config=str(number), seconds=0.002 * (number % 7)) for number in range(60))
    )
    assert [result.text for result in results] == [str(number) for number in range(60)]


async def test_actions_on_one_server_run_one_at_a_time(integration: McpIntegration, log: Path) -> None:
    call = Caller(integration)
    await asyncio.gather(*(call("switch", device=name, seconds=0.02) for name in "abcd"))
    written = lines(log)[-8:]
    assert all(
        first.split()[1] == second.split()[1]
        for first, second in zip(written[::2], written[1::2], strict=True)
    )


async def test_only_what_says_so_counts_as_reading(integration: McpIntegration) -> None:
    acting = {tool.name for tool in integration.tools() if tool.acts({})}
    assert acting == {"switch", "unlock", "broken", "grow"}
    assert {tool.tier for tool in integration.tools()} == {Tier.DEVICE}


async def test_an_action_counts_as_a_change(integration: McpIntegration) -> None:
    call = Caller(integration)
    assert (await call("switch", device="lamp")).changed
    assert not (await call("who")).changed


async def test_a_servers_own_error_is_an_error_and_no_change(integration: McpIntegration) -> None:
    result = await Caller(integration)("broken")
    assert (result.text, result.outcome, result.changed) == (
        "Error: the lamp is out of reach",
        Outcome.ERROR,
        False,
    )


async def test_results_are_text_and_pictures_are_only_named(integration: McpIntegration) -> None:
    assert (await Caller(integration)("picture")).text == "The garden:\n[image]"


async def test_a_long_description_is_cut_at_a_sentence(integration: McpIntegration) -> None:
    (tool,) = [tool for tool in integration.tools() if tool.name == "talkative"]
    assert 150 < estimate_tokens(tool.tool.description) < 200
    assert tool.tool.description.endswith("Looks up one thing.")


async def test_a_name_that_models_cannot_write_is_made_writable(integration: McpIntegration) -> None:
    assert (await Caller(integration)("calendar_next")).text == "dentist"


async def test_the_configured_environment_is_added_to_a_sensible_one(
    integration: McpIntegration, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = Caller(integration)
    assert (await call("variable", name="GREETING")).text == "hello"
    assert "/" in (await call("variable", name="PATH")).text
    assert (await call("variable", name="PYTEST_CURRENT_TEST")).text == "(not set)"


async def test_denied_tools_are_not_there(integration: McpIntegration) -> None:
    assert not [tool for tool in integration.tools() if tool.name.startswith("fragile")]


async def test_a_call_that_takes_too_long_ends_and_the_next_one_works(integration: McpIntegration) -> None:
    result = await Caller(integration, timeout=0.2)("echo", config="late", seconds=20)
    assert (result.outcome, result.changed) == (Outcome.TIMEOUT, False)
    assert (await Caller(integration)("echo", config="soon")).text == "soon"


async def test_an_action_that_takes_too_long_may_have_happened(
    integration: McpIntegration, log: Path
) -> None:
    impatient = Caller(integration, timeout=2)  # long enough to have begun on a machine that is busy
    result = await impatient("switch", device="slow blind", seconds=3)
    assert (result.outcome, result.changed) == (Outcome.TIMEOUT, True)
    assert (await Caller(integration)("switch", device="lamp")).text == "lamp is now on"
    assert lines(log)[-3:] == ["end slow blind", "begin lamp", "end lamp"], "the next action waited for it"


async def test_a_tool_that_comes_later_appears_and_the_others_stay_the_same_objects(
    integration: McpIntegration,
) -> None:
    before = {tool.name: tool for tool in integration.tools()}
    assert (await Caller(integration)("grow")).ok
    await eventually(lambda: any(tool.name == "newcomer" for tool in integration.tools()))
    after = {tool.name: tool for tool in integration.tools()}
    assert {name: after[name] for name in before} == before
    assert (await Caller(integration)("newcomer")).text == "hello"
