"""Calls under a schema: what a small model is shown, what it is offered, and when it is asked again."""

import json
from typing import Any, Literal

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

from tests.home import settings_for, tool_of
from tests.servers.ollama import ScriptedOllama, Step, fail, say, scripted_ollama
from voice_gateway.engine.schema import constraint
from voice_gateway.models.constrained import CallQuestion
from voice_gateway.models.ollama import OllamaClient
from voice_gateway.models.reply import Reply
from voice_gateway.tools import make_call

Action = Literal["on", "off", "open", "close", "lock", "unlock", "set_level"]


async def control(device: str, action: Action, value: float | None = None) -> str:
    return "done"


async def read(device: str) -> str:
    return "on"


async def listing(room: str = "") -> str:
    return "none"


async def clean(room: str, mode: Literal["quiet", "thorough"] = "quiet") -> str:
    return "cleaning"


CONTROL = tool_of("control_zwave_device", control)
READ = tool_of("get_device_sensor_data", read)
LIST = tool_of("list_devices", listing)
SEARCH = tool_of("search_web", lambda query: query)
ROBOT = tool_of("robot_clean", clean)
"""A tool that nobody has written examples for."""

HOME = (CONTROL, READ, LIST)


def asked(sentence: str, *tools: Any) -> CallQuestion:
    return CallQuestion([SystemMessage("Be brief."), HumanMessage(sentence)], tools or HOME)


def offered(question: CallQuestion) -> dict[str, Any]:
    """By tool, the schema of the arguments."""
    assert constraint(question.schema), "the engine can decode under it"
    return {
        name: given for branch in question.schema["anyOf"] for name, given in branch["properties"].items()
    }


def test_prompts_begin_alike_and_end_with_the_nearest_example_and_the_sentence() -> None:
    first, other = asked("lock the garden gate").prompt, asked("is the heater on").prompt
    assert first[0] == other[0]
    assert first[0] == CallQuestion([], HOME).prompt[0], "which is what is read in advance"
    *_, example, call, sentence = first
    assert "lock" in str(example.text)
    assert json.loads(str(call.text))["control_zwave_device"]["action"] == "lock"
    assert sentence.text == "lock the garden gate"


def test_numbers_are_shown_as_digits() -> None:
    assert asked("set the garden lamp to twenty five percent").prompt[-1].text.endswith("to 25 percent")


def test_every_tool_is_offered_and_so_is_none() -> None:
    assert offered(asked("lock the garden gate")).keys() == {*(tool.name for tool in HOME), "none"}


def test_a_tool_without_examples_is_offered_with_free_arguments() -> None:
    given = offered(asked("lock the garden gate", CONTROL, ROBOT))["robot_clean"]
    assert given["properties"]["room"] == {"type": "string"}
    assert given["required"] == ["room"]


def test_what_examples_copy_can_only_be_words_that_were_said() -> None:
    device = offered(asked("would you open the big garden gate?"))["control_zwave_device"]["properties"][
        "device"
    ]
    assert {"gate", "garden gate", "big garden gate"} <= {*device["enum"]}
    assert all(run in "would you open the big garden gate" for run in device["enum"])


def test_what_was_said_before_can_be_copied_too() -> None:
    history = [
        HumanMessage("open the barn door"),
        AIMessage("The barn door is open."),
        HumanMessage("close it"),
    ]
    device = offered(CallQuestion(history, HOME))["control_zwave_device"]["properties"]["device"]
    assert {"it", "barn door"} <= {*device["enum"]}


def test_what_is_too_long_to_copy_from_leaves_the_argument_free() -> None:
    page = " ".join(f"open door{number}" for number in range(100))
    assert offered(asked(page))["control_zwave_device"]["properties"]["device"] == {"type": "string"}


def test_a_value_that_is_not_listed_leaves_the_choice_of_values() -> None:
    doubt = asked("lock the garden gate").doubt(make_call("control_zwave_device", {"action": "explode"}))
    assert doubt
    assert (
        "unlock"
        in doubt.schema["anyOf"][0]["properties"]["control_zwave_device"]["properties"]["action"]["enum"]
    )


def test_what_examples_put_in_other_words_stays_free() -> None:
    given = offered(asked("who is the queen of Denmark?\n(Today is Monday.)", SEARCH))
    assert given["search_web"]["properties"]["query"] == {"type": "string"}


def test_listed_arguments_are_decided_first() -> None:
    given = offered(asked("open the garden gate"))["control_zwave_device"]
    assert list(given["properties"]) == ["action", "device", "value"]
    example = json.loads(str(asked("open the garden gate").prompt[-2].text))
    assert next(iter(example["control_zwave_device"])) == "action"


def test_a_call_of_the_nearest_examples_form_is_not_doubted() -> None:
    call = make_call("control_zwave_device", {"action": "lock", "device": "anything"})
    assert asked("lock the garden gate").doubt(call) is None


def test_a_call_of_another_form_is_doubted_and_the_choice_is_between_the_two() -> None:
    call = make_call("control_zwave_device", {"action": "set_level", "device": "gate", "value": 3})
    doubt = asked("lock the garden gate").doubt(call)
    assert doubt
    written, likelier = [branch["properties"]["control_zwave_device"] for branch in doubt.schema["anyOf"]]
    assert written["properties"]["action"] == {"enum": ["set_level"]}
    assert written["required"] == ["action", "device", "value"]
    assert likelier["properties"]["action"] == {"enum": ["lock"]}
    assert likelier["required"] == ["action", "device"]
    assert "lock" in str(doubt.prompt[-2].text)


@pytest.mark.parametrize(
    ("sentence", "call"),
    [
        ("lock the garden gate", make_call("robot_clean", {"room": "garden"})),
        ("zzz", make_call("control_zwave_device", {"action": "on", "device": "zzz"})),
        ("lock the garden gate", None),
    ],
    ids=["a tool without examples", "nothing is near", "doing nothing"],
)
def test_without_an_example_against_it_no_call_is_doubted_and_none_never_is(sentence: str, call: Any) -> None:
    assert asked(sentence, CONTROL, ROBOT).doubt(call) is None


@pytest.mark.parametrize(
    "text",
    [
        '{"control_zwave_device": {"action": "on", "device": "lamp"}}',
        '{"tool": "control_zwave_device", "arguments": {"action": "on", "device": "lamp"}}',
    ],
)
def test_a_written_call_is_read(text: str) -> None:
    call = asked("lamp on").read(text)
    assert call
    assert (call["name"], call["args"]) == ("control_zwave_device", {"action": "on", "device": "lamp"})


@pytest.mark.parametrize("text", ['{"none": {}}', '{"unlock_all": {}}', "[]", "Sure!", '{"list_devices": 1}'])
def test_anything_else_is_no_call(text: str) -> None:
    assert asked("lamp on").read(text) is None


async def write(*steps: Step) -> tuple[Reply, ScriptedOllama]:
    async with scripted_ollama(steps) as ollama:
        client = OllamaClient(settings_for(ollama__base_url=ollama.url).ollama)
        reply = await client.write_calls([HumanMessage("lock the gate")], HOME, purpose="write_call")
        await client.close()
        return reply, ollama


LOCK, ON = (
    say(json.dumps({"control_zwave_device": {"action": action, "device": "gate"}}))
    for action in ("lock", "on")
)


async def test_a_model_that_agrees_with_the_nearest_example_is_asked_once() -> None:
    reply, ollama = await write(LOCK)
    assert [call["args"]["action"] for call in reply.calls] == ["lock"]
    [sent] = ollama.chats
    assert sent["options"]["temperature"] == 0
    assert sent["options"]["num_ctx"] == 4096, "or Ollama would load the model anew"


async def test_a_model_that_disagrees_is_asked_again_and_then_believed() -> None:
    for second, action in ((LOCK, "lock"), (ON, "on")):
        reply, ollama = await write(ON, second)
        assert [call["args"]["action"] for call in reply.calls] == [action]
        assert len(ollama.chats) == 2


async def test_a_second_reply_that_cannot_be_had_leaves_the_first() -> None:
    reply, _ = await write(ON, fail(500, "out of memory"))
    assert [call["args"]["action"] for call in reply.calls] == ["on"]
