"""Worked examples: which are near to a sentence, and that all of them are true and strange to the judges."""

import re
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.home import settings_for
from voice_gateway.assembly import make_manager
from voice_gateway.devices.mcp_server.definitions import DEFINITIONS
from voice_gateway.models.examples import NONE, Example, Examples, examples_for

HOME = tuple(definition.name for definition in DEFINITIONS)
OWN = ("get_current_datetime", "control_speaker_volume", "search_web")
JUDGES = [
    Path(__file__).parents[2] / "evaluations" / name for name in ("tools.toml", "development/tools.toml")
]


@pytest.mark.parametrize(
    ("sentence", "tool", "arguments"),
    [
        ("unlock the garden shed", "control_zwave_device", {"action": "unlock"}),
        ("is the garden shed unlocked", "get_device_sensor_data", {}),
        ("set the ballroom to 23 degrees", "control_zwave_device", {"action": "set_temperature"}),
        ("which devices are in the ballroom", "list_devices", {}),
        ("don't open the garden shed", NONE, {}),
    ],
)
def test_the_nearest_example_is_of_the_same_kind(sentence: str, tool: str, arguments: dict[str, str]) -> None:
    nearest = examples_for(HOME).nearest(sentence)[0]
    assert nearest.tool == tool
    assert nearest.arguments.items() >= arguments.items()


def test_any_number_is_as_good_as_another() -> None:
    lamp, fan = Example("lamp to 30", "lamp", {}), Example("fan to full", "fan", {})
    assert Examples((fan, lamp)).nearest("stove to 7")[0] == lamp


def test_what_has_nothing_in_common_is_not_near() -> None:
    assert Examples((Example("lamp on", "lamp", {}),)).nearest("what a day") == []
    assert examples_for(("made_elsewhere",)).nearest("lamp on") == []


def test_an_argument_counts_as_copied_only_if_every_example_copies_it() -> None:
    shown = Examples(
        (
            Example("open the Barn", "door", {"name": "barn", "how": "wide"}),
            Example("shed open wide", "door", {"name": "shed", "how": "wide"}),
        )
    )
    assert shown.copied("door") == {"name"}


def test_every_example_is_a_call_that_its_tool_takes() -> None:
    schemas = {definition.name: definition.schema for definition in DEFINITIONS}
    schemas |= {tool.name: tool.schema for tool in make_manager(settings_for()).all()}
    shown = examples_for((*HOME, *OWN))
    assert {*HOME, *OWN, NONE} == shown.tools
    for example in shown.all:
        if example.tool != NONE:
            Draft202012Validator(schemas[example.tool]).validate(dict(example.arguments))


@pytest.mark.parametrize("judge", JUDGES, ids=lambda path: path.parent.name)
def test_no_example_is_a_sentence_that_calls_are_judged_by(judge: Path) -> None:
    judged = {_plain(task["say"]) for task in tomllib.loads(judge.read_text(encoding="utf-8"))["task"]}
    assert judged.isdisjoint(_plain(example.say) for example in examples_for((*HOME, *OWN)).all)


def _plain(sentence: str) -> str:
    return " ".join(re.findall(r"\w+", sentence.casefold()))
