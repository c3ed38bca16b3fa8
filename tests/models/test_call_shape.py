"""What has the shape of a call is never said, and leads to the call."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.home import SmallHome, SmallWeb
from tests.scene import Play
from tests.servers.ollama import Step, replay, say
from voice_gateway.models.call_shape import find_call, speakable
from voice_gateway.models.streaming import TokenGate
from voice_gateway.routing import Intent
from voice_gateway.trace import Recovered

OFFERED = ("control_zwave_device", "search_web")
ON = ("control_zwave_device", {"device": "kitchen light", "action": "on"})
WRITTEN = say(json.dumps({"tool": ON[0], "arguments": ON[1]}))

CALLS = [
    '{"name": "set_temperature", "arguments": {"value": 21}}',
    '{"name": "set_temperature", "argum',
    '{"name": "control_zwave',
    '{"name"',
    '{"na',
    "{",
    '[{"tool',
    '{"device": "kitch',
    'I will do that. {"nam',
    '{"tool": "lights", "parameters": {}}',
    "{'name': 'lights', 'arguments': {'on': True}}",
    '[{"name": "lights", "arguments": {}}]',
    "<tool_call>",
    '<tool_call>\n{"name": "x"}',
    "<function=lights>{}</function>",
    '[TOOL_CALLS] [{"name": "lights"}]',
    '```json\n{"name": "lights", "arguments": {}}\n```',
    '```\nset_temperature(device="bedroom", value=21)\n```',
    'set_temperature(device="bedroom", value=21)',
    "set_temperature(",
    'setTemperature("bedroom")',
    'lights.turn_on(room="kitchen")',
    'I will do that.\n{"name": "lights", "arguments": {}}',
]
ONLY_WITH_TOOLS = [
    "search_web",
    "search_web: the mayor of Bonn",
    "Action: turn on the light",
    "```javascript\nconsole.log(1)\n```",
    '{"location": "Tokyo"}',
]
WORDS = [
    "The kitchen light is on.",
    "The light(s) are on (all of them).",
    "It is 3 < 4, and f(x) is 2.",
    "Search the web for “x = 3” [1].",
    "He said: call me Ishmael.",
    "search results are on their way",
]


@pytest.mark.parametrize("text", [*CALLS, *ONLY_WITH_TOOLS])
def test_any_shape_of_a_call_is_found_while_tools_are_offered(text: str) -> None:
    assert find_call(text, OFFERED) is not None


@pytest.mark.parametrize("text", CALLS)
def test_what_is_clearly_a_call_is_found_in_mere_talk(text: str) -> None:
    assert find_call(text) is not None


@pytest.mark.parametrize("text", WORDS)
def test_words_are_no_call(text: str) -> None:
    assert find_call(text, OFFERED) is None
    assert find_call(text) is None
    assert speakable(text) == len(text)


def test_code_that_somebody_asked_for_is_talk() -> None:
    for text in ('```json\n{"name": "Ann", "age": 3}\n```', "```python\nprint(1)\n```"):
        assert find_call(text) is None


@given(st.sampled_from([*CALLS, *ONLY_WITH_TOOLS]), st.lists(st.integers(0, 80), max_size=12))
def test_however_it_comes_in_pieces_nothing_of_a_call_is_heard(text: str, cuts: list[int]) -> None:
    start = find_call(text, OFFERED)
    assert start is not None
    gate = TokenGate(None, OFFERED)
    for begin, end in zip([0, *sorted(cuts)], [*sorted(cuts), len(text)], strict=True):
        gate.feed(text[begin:end])
    assert text[:start].startswith(gate.spoken)


@given(st.sampled_from(WORDS), st.lists(st.integers(0, 60), max_size=12))
def test_however_they_come_in_pieces_words_are_heard_but_for_an_end_that_is_not_clear(
    text: str, cuts: list[int]
) -> None:
    gate = TokenGate(None, OFFERED)
    for begin, end in zip([0, *sorted(cuts)], [*sorted(cuts), len(text)], strict=True):
        gate.feed(text[begin:end])
    assert text.startswith(gate.spoken)
    assert len(text) - len(gate.spoken) <= len("way")


@pytest.mark.parametrize(
    "recorded",
    [
        "printed_call_unoffered",
        "printed_call_fenced",
        "printed_call_in_one_piece",
        "printed_call_broken",
        "cut_call",
    ],
)
async def test_a_printed_call_that_cannot_be_made_leads_to_the_written_one(play: Play, recorded: str) -> None:
    home = SmallHome()
    script = [replay(recorded), WRITTEN, say("The kitchen light is on.")]
    async with play(Intent.DEVICE, home.tools(), script) as scene:
        answer = await scene.house.gateway.turn("turn on the kitchen light", scene.house.conversation)
    assert answer.text == "The kitchen light is on."
    assert home.calls == [ON]
    assert [(event.cause, event.cure) for event in answer.trace.all(Recovered)] == [
        ("broken_call", "write_call")
    ]


@pytest.mark.parametrize("recorded", ["printed_call_unoffered", "printed_call_fenced", "cut_call"])
async def test_a_question_whose_answer_is_a_call_is_written_as_one_and_nothing_of_it_is_heard(
    play: Play, recorded: str
) -> None:
    heard: list[str] = []
    web = SmallWeb()
    written = say(json.dumps({"tool": "search_web", "arguments": {"query": "mayor of bonn"}}))
    async with play(Intent.SEARCH, web.tools(), [replay(recorded), written, say("Ann is mayor.")]) as scene:
        answer = await scene.ask("who is the mayor of bonn", on_token=heard.append)
    assert "".join(heard) == answer == "Ann is mayor."
    assert web.queries


@pytest.mark.parametrize("last", [replay("printed_call_unoffered"), say('{"name": "joke", "arguments": {}}')])
async def test_a_model_that_only_ever_prints_calls_is_not_heard(play: Play, last: Step) -> None:
    heard: list[str] = []
    async with play(Intent.GENERAL, [], [last, last]) as scene:
        answer = await scene.house.gateway.turn(
            "tell me a story about the sea", scene.house.conversation, on_token=heard.append
        )
    assert "".join(heard) == answer.text
    assert "{" not in answer.text
    assert not answer.success
