"""`voice-gateway wish`, `wishes` and `--explain`, as processes of their own on one data folder."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.terminal import terminal
from tests.servers.ollama import ScriptedOllama, scripted_ollama
from voice_gateway.cli.wishes import left
from voice_gateway.keeping import FILE, Household, Plan, Plans
from voice_gateway.keeping.sole import Sole
from voice_gateway.settings import data_dir

NOTHING_HAPPENS = "Nothing will happen until"
LATER = "in 10m: off kitchen light"


@pytest.fixture
async def ollama() -> AsyncIterator[ScriptedOllama]:
    async with scripted_ollama() as server:
        yield server


async def test_a_line_is_carried_out_now(run: Run, ollama: ScriptedOllama) -> None:
    ended = await run("wish", "on", "kitchen", "light", OLLAMA_HOST=ollama.url)
    assert (ended.code, ended.out) == (0, "Kitchen light is now on.\n")
    assert NOTHING_HAPPENS not in ended.err
    assert not ollama.chats


async def test_a_line_is_read_from_standard_input(run: Run, ollama: ScriptedOllama) -> None:
    ended = await run("wish", stdin=b"ask which doors locked\n", OLLAMA_HOST=ollama.url)
    assert (ended.code, ended.out) == (0, "Front door is locked.\n")


async def test_a_plan_is_made_listed_and_cancelled(run: Run, ollama: ScriptedOllama) -> None:
    made = await run("wish", LATER, OLLAMA_HOST=ollama.url)
    assert (made.code, made.out) == (0, "In 10 minutes I'll turn off the kitchen light.\n")
    assert NOTHING_HAPPENS in made.err
    timer = await run("wish", "timer", "9m", "pasta", OLLAMA_HOST=ollama.url)
    assert timer.out == "The pasta timer is set for 9 minutes.\n"
    listed = await run("wishes")
    _, first, second = listed.out.splitlines()
    assert first.split()[:3] == ["2", "pasta", "timer"]
    assert second.split()[:6] == ["1", "turn", "off", "the", "kitchen", "light"]
    assert NOTHING_HAPPENS in listed.err
    told = json.loads((await run("wishes", "--json")).out)
    assert [(one["id"], one["kind"]) for one in told] == [(2, "timer"), (1, "wish")]
    gone = await run("wishes", "cancel", "#2", "1")
    assert gone.code == 0
    assert "Cancelled: the pasta timer." in gone.out
    assert (await run("wishes")).out == "Nothing is planned.\n"
    again = await run("wishes", "cancel", "1")
    assert again.code == 1
    assert "voice-gateway wishes" in again.err


async def test_the_list_fits_a_narrow_terminal(run: Run, ollama: ScriptedOllama) -> None:
    await run("wish", "weekdays 07:00: open living room blinds; on kitchen light", OLLAMA_HOST=ollama.url)
    listed = await run("wishes", COLUMNS="44")
    assert max(map(len, listed.out.splitlines())) <= 44
    assert "blinds" in listed.out


async def test_where_a_program_keeps_the_time_nothing_is_said_of_it(run: Run, ollama: ScriptedOllama) -> None:
    data_dir().mkdir(parents=True, exist_ok=True)
    keeper = Sole(data_dir() / FILE)
    assert keeper.take()
    try:
        for arguments in (("wish", LATER), ("ask", "turn off the kitchen light in ten minutes")):
            ended = await run(*arguments, OLLAMA_HOST=ollama.url)
            assert ended.code == 0
            assert NOTHING_HAPPENS not in ended.err
    finally:
        keeper.give_back()


async def test_ask_fires_nothing_and_says_that_its_own_plan_needs_someone(
    run: Run, ollama: ScriptedOllama
) -> None:
    household = Household(_data_file())
    plan = await Plans(household).add(Plan("on kitchen light", made=0, due=1.0))
    ended = await run("ask", "set a timer for five minutes", OLLAMA_HOST=ollama.url)
    assert ended.code == 0
    assert NOTHING_HAPPENS in ended.err
    kept = await Plans(household).get(plan.id)
    household.close()
    assert kept == plan


@pytest.mark.parametrize(
    ("arguments", "message", "fix"),
    [
        (["wish", "in 10m: of kitchen light"], "“of” is no verb.", "Did you mean “off”?"),
        (["wish", "daily 25:00: on kitchen light"], "no time of day", "18:30"),
        (["wish", " "], "wishes for nothing", "in 10m"),
        (["wishes", "cancel", "pasta"], "“pasta” is no id.", "voice-gateway wishes"),
    ],
)
async def test_a_line_that_is_none_is_a_clear_error_with_its_fix(
    run: Run, arguments: list[str], message: str, fix: str
) -> None:
    ended = await run(*arguments)
    assert ended.code == 1
    assert message in ended.err
    assert fix in ended.err
    assert "Traceback" not in ended.err


@pytest.mark.parametrize(
    ("line", "outcome", "code"),
    [
        ("unlock front door", "asked back", 0),
        ("on jacuzzi", "not understood", 1),
        ("on freezer plug", "failed", 1),
    ],
)
async def test_wish_ends_as_ask_does(
    run: Run, ollama: ScriptedOllama, line: str, outcome: str, code: int
) -> None:
    ended = await run("wish", "--json", line, OLLAMA_HOST=ollama.url)
    assert (json.loads(ended.out)["outcome"], ended.code) == (outcome, code)


async def test_explain_shows_the_tree_and_who_read_it_and_does_nothing(
    run: Run, ollama: ScriptedOllama
) -> None:
    ended = await run("ask", "--explain", "turn off the kitchen light in ten minutes", OLLAMA_HOST=ollama.url)
    assert ended.code == 0
    line, by, *_ = ended.out.splitlines()
    assert (line, by) == ("in 10m: off kitchen light", "read by: rules")
    assert "name: kitchen light" in ended.out
    told = json.loads(
        (await run("ask", "--explain", "--json", "turn on the hallway lamp", OLLAMA_HOST=ollama.url)).out
    )
    assert told["wish"] == "on hallway lamp"
    assert told["tree"]["parts"] == [
        {"is": "step", "verb": "on", "target": {"is": "target", "name": "hallway lamp"}}
    ]
    hello = await run("ask", "--explain", "hello", OLLAMA_HOST=ollama.url)
    assert "no wish" in hello.out
    assert (await run("wishes")).out == "Nothing is planned.\n"


async def test_explain_knows_routines_and_lines(run: Run, ollama: ScriptedOllama) -> None:
    await run("wish", "routine movie time: off kitchen light", OLLAMA_HOST=ollama.url)
    ended = await run("ask", "--explain", "movie time", OLLAMA_HOST=ollama.url)
    assert ended.out.splitlines()[:2] == ["off kitchen light", "read by: routine"]
    # A line needs neither a model nor a home to be explained.
    line = await run("wish", "--explain", "in  10m : off kitchen light", OLLAMA_HOST="http://127.0.0.1:9")
    assert line.out.splitlines()[0] == "in 10m: off kitchen light"
    assert line.err == ""


def test_what_is_left_is_short() -> None:
    assert [left(each) for each in (None, 0, 9.6, 570, 7500, 90_000, 86_400 * 40 + 61)] == [
        "", "now", "10s", "9m 30s", "2h 5m", "1d 1h", "40d 1m",
    ]  # fmt: skip


async def test_what_is_guarded_is_asked_about_at_a_terminal(ollama: ScriptedOllama) -> None:
    async with terminal("wish", "unlock front door", OLLAMA_HOST=ollama.url) as screen:
        await screen.until(lambda seen: "Unlock the front door?" in seen and "›" in seen)
        screen.type("yes\r")
        await screen.until(lambda seen: "Front door is now unlocked." in seen)


async def test_a_timer_rings_in_the_chat_above_the_line_that_is_being_typed(ollama: ScriptedOllama) -> None:
    async with terminal("chat", "--provider", "ollama", OLLAMA_HOST=ollama.url) as screen:
        await screen.until(lambda seen: "›" in seen)
        screen.type("set a timer for one second\r")
        await screen.until(lambda seen: "›" in seen.partition("The timer is set")[2])
        screen.type("turn on the kitch")
        await screen.until(lambda seen: "🔔 Your timer for 1 second is done." in seen)
        assert "\a" in screen.seen
        screen.type("en light\r")
        await screen.until(lambda seen: "›" in seen.partition("Kitchen light is now on.")[2])
        screen.type("\x04")


async def test_a_piped_chat_prints_what_is_told_between_the_answers(run: Run, ollama: ScriptedOllama) -> None:
    household = Household(_data_file())
    await Plans(household).add(Plan("on kitchen light", made=0, due=1.0, sentence="wake me"))
    household.close()
    ended = await run("chat", stdin=b"turn on the kitchen light\n", OLLAMA_HOST=ollama.url)
    assert "🔔 I missed “wake me”" in ended.out
    assert "Kitchen light is now on." in ended.out


def _data_file() -> Path:
    data_dir().mkdir(parents=True, exist_ok=True)
    return data_dir() / FILE
