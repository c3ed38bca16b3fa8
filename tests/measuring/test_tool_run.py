"""Single calls are compared with what would be right: the tool, and the arguments that matter."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.home import settings_for
from tests.measuring.files import write
from tests.servers.ollama import Step, call, say, scripted_ollama
from voice_gateway.assembly import make_manager
from voice_gateway.errors import InputError
from voice_gateway.measuring.tasks import ToolOutcome, ToolRun, ToolScore, read_tool_tasks
from voice_gateway.measuring.tasks.baseline import parse
from voice_gateway.measuring.tasks.tool_run import Maker
from voice_gateway.models.ollama import OllamaClient
from voice_gateway.tools import Tier, make_call

SHIPPED = Path(__file__).parents[2] / "evaluations/tools.toml"
CLOCK = '[[task]]\ntier = "datetime"\nsay = "what time is it in Tokyo?"\n'
CLOCK += 'tool = "get_current_datetime"\narguments = { timezone = ["Tokyo", "Asia/Tokyo"] }\n'
LEVEL = '[[task]]\ntier = "volume"\nsay = "volume thirty"\n'
LEVEL += 'tool = "control_speaker_volume"\narguments = { action = "set", level = 30 }\n'
SEARCH = '[[task]]\ntier = "search"\nsay = "the mayor of Paris?"\n'
SEARCH += 'tool = "search_web"\narguments = { query = "* mayor paris" }\n'


@pytest.mark.parametrize(
    ("task", "tool", "arguments", "right_tool", "right_call"),
    [
        (CLOCK, "get_current_datetime", {"timezone": "tokyo"}, True, True),
        (CLOCK, "get_current_datetime", {"timezone": "ASIA/TOKYO"}, True, True),
        (CLOCK, "get_current_datetime", {"timezone": "Kyoto"}, True, False),
        (CLOCK, "get_current_datetime", {}, True, False),
        (CLOCK, "search_web", {"query": "time in Tokyo"}, False, False),
        (LEVEL, "control_speaker_volume", {"action": "set", "level": 30.0}, True, True),
        (LEVEL, "control_speaker_volume", {"action": "set", "level": 13}, True, False),
        (SEARCH, "search_web", {"query": "current mayor of Paris 2026"}, True, True),
        (SEARCH, "search_web", {"query": "Paris"}, True, False),
    ],
)
def test_capitals_do_not_count_and_further_arguments_may_be_anything(
    tmp_path: Path, task: str, tool: str, arguments: dict[str, Any], right_tool: bool, right_call: bool
) -> None:
    [read] = read_tool_tasks(write(tmp_path, task))
    outcome = ToolOutcome(read, make_call(tool, arguments), 0.1)
    assert (outcome.right_tool, outcome.right_call) == (right_tool, right_call)


def test_no_call_is_right_where_none_is_expected(tmp_path: Path) -> None:
    [task] = read_tool_tasks(write(tmp_path, '[[task]]\ntier = "device"\nsay = "hi"\ntool = "none"\n'))
    assert ToolOutcome(task, None, 0).right_call
    assert not ToolOutcome(task, make_call("list_devices", {}), 0).right_call


def test_other_calls_may_be_right_as_well(tmp_path: Path) -> None:
    also = 'also = [{ tool = "search_web", arguments = { query = "* time tokyo" } }]\n'
    [task] = read_tool_tasks(write(tmp_path, CLOCK + also))
    assert ToolOutcome(task, make_call("search_web", {"query": "time in Tokyo"}), 0).right_call


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[[task]]\ntier = "devise"\nsay = "x"\ntool = "y"\n', "line 1: “devise” is not a tier"),
        ('\n[[task]]\ntier = "device"\ntool = "y"\n', "line 2: “say” must be one sentence"),
        ('[[task]]\ntier = "device"\nsay = "x"\n', "line 1: “tool” is missing"),
        ('[[task]]\ntier = "device"\nsay = "x"\ntool = "y"\nargs = {}\n', "line 1: “args” is not known"),
        ("", "no [[task]]"),
    ],
)
def test_a_mistake_is_named_with_its_line(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(InputError) as caught:
        read_tool_tasks(write(tmp_path, text))
    assert problem in caught.value.message


async def made(folder: Path, *steps: Step, constrained: bool) -> tuple[ToolOutcome, dict[str, Any]]:
    """What a scripted model makes of the clock task, and the request it was sent."""
    [task] = read_tool_tasks(write(folder, CLOCK))
    async with scripted_ollama(steps) as ollama:
        settings = settings_for(ollama__base_url=ollama.url)
        client = OllamaClient(settings.ollama)
        run = ToolRun(settings, make_manager(settings))
        maker: Maker | None = run.constrained(client) if constrained else run.native(client)
        assert maker is not None
        outcome = await run.run(maker, task)
        await client.close()
        return outcome, ollama.chats[0]


async def test_natively_the_tools_of_the_tier_are_bound(tmp_path: Path) -> None:
    step = call(("get_current_datetime", {"timezone": "Tokyo"}))
    outcome, sent = await made(tmp_path, step, constrained=False)
    assert outcome.right_call
    assert [tool["function"]["name"] for tool in sent["tools"]] == ["get_current_datetime"]


async def test_constrained_the_call_is_written_under_a_schema(tmp_path: Path) -> None:
    written = json.dumps({"get_current_datetime": {"timezone": "Tokyo"}})
    outcome, sent = await made(tmp_path, say(written), constrained=True)
    assert outcome.right_call
    assert not sent.get("tools")
    assert [*sent["format"]["anyOf"][0]["properties"]] == ["get_current_datetime"]


async def test_a_reply_in_words_is_no_call(tmp_path: Path) -> None:
    outcome, _ = await made(tmp_path, say("It is noon."), constrained=False)
    assert not outcome.right_tool


@pytest.mark.parametrize(
    ("sentence", "tool", "name", "arguments"),
    [
        ("what time is it in Lima", "get_current_datetime", "get_current_datetime", {"timezone": "lima"}),
        ("mute", "control_speaker_volume", "control_speaker_volume", {"action": "mute"}),
        ("volume to 30", "control_speaker_volume", "control_speaker_volume", {"action": "set", "level": 30}),
        (
            "is the hallway lamp on",
            "control_zwave_device",
            "get_device_sensor_data",
            {"device": "Hallway Lamp"},
        ),
    ],
)
def test_the_plain_parser_reads_keywords(
    sentence: str, tool: str, name: str, arguments: dict[str, Any]
) -> None:
    [read] = parse(sentence, {tool}, ["Kitchen Light", "Hallway Lamp"])
    assert (read["name"], read["args"]) == (name, arguments)


def test_twenty_sentences_per_tier_are_shipped() -> None:
    tasks = read_tool_tasks(SHIPPED)
    for tier in (Tier.DEVICE, Tier.DATETIME, Tier.VOLUME, Tier.SEARCH):
        assert sum(task.tier is tier for task in tasks) == 20


def test_a_score_tells_the_tiers_apart(tmp_path: Path) -> None:
    clock, level = read_tool_tasks(write(tmp_path, CLOCK + LEVEL))
    right = make_call("get_current_datetime", {"timezone": "Tokyo"})
    wrong = make_call("control_speaker_volume", {"action": "up"})
    score = ToolScore("model", "native", [ToolOutcome(clock, right, 0.1), ToolOutcome(level, wrong, 0.3)])
    assert score.right_tool() == 1.0
    assert score.right_call() == 0.5
    assert score.figures()["tiers"]["volume"] == {"right_tool": 1.0, "right_call": 0.0}
    assert score.milliseconds == pytest.approx(200)
