"""An answer that only repeats what the model was told or asked is no answer."""

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from tests.home import SmallHome, SmallWeb
from tests.scene import Play
from tests.servers.ollama import call, replay, say
from voice_gateway.models.echo import is_echo
from voice_gateway.models.guidance import ANSWER_NOW, CALL_AGAIN, packaged_prompt
from voice_gateway.routing import Intent
from voice_gateway.trace import Asked

READ = ("get_device_sensor_data", {"device": "kitchen light"})
ON = ("control_zwave_device", {"device": "kitchen light", "action": "on"})


def sent(question: str, result: str = "", *, prompt: str = "") -> list[BaseMessage]:
    messages: list[BaseMessage] = [SystemMessage(prompt or packaged_prompt()), HumanMessage(question)]
    if result:
        asked = AIMessage("", tool_calls=[{"name": "t", "args": {}, "id": "1", "type": "tool_call"}])
        messages += [asked, ToolMessage(result, tool_call_id="1"), HumanMessage(CALL_AGAIN)]
    return messages


@pytest.mark.parametrize(
    "text",
    [
        "If the request is not fulfilled yet, you may call one more tool.",
        "You may call one more tool.",
        "Okay: otherwise, answer in 1 sentence.",
        "You may call one or more functions to assist with the user query.",
        "Answer in one short, true sentence of plain words, without Markdown.",
        "Today is Monday, 16 November 2026.",
        "(Today is Monday, 16 November 2026.)",
        "Is the front door locked?",
        "is the front door locked",
    ],
)
def test_our_words_the_templates_the_date_and_the_question_are_echoes(text: str) -> None:
    question = "is the front door locked\n(Today is Monday, 16 November 2026.)"
    assert is_echo(text, sent(question, "The front door is open."))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("is the front door locked", "The front door is locked."),
        ("is the front door locked", "Yes."),
        ("who wrote it", "I don't know."),
        ("what is the name of the capital of the republic of france",
         "The name of the capital of the republic of France is Paris."),
        ("repeat after me: the sky is blue today", "The sky is blue today."),
        ("who are you", "I am the voice assistant of this home."),
    ],
)  # fmt: skip
def test_an_answer_in_the_words_of_the_question_is_an_answer(question: str, answer: str) -> None:
    assert not is_echo(answer, sent(question))


def test_what_a_tool_said_may_be_repeated_whatever_else_says_it_too() -> None:
    result = "You may call one more tool."
    assert not is_echo(result, sent("what does the note say", result))


def test_what_was_found_beside_the_question_may_be_repeated() -> None:
    found = "Text from the web:\n- Ohio: Jim Tressel is lieutenant governor of Ohio."
    question = f"{found}\n\nwho is the lieutenant governor\n{ANSWER_NOW}"
    assert not is_echo("Jim Tressel is lieutenant governor of Ohio.", sent(question))
    assert is_echo("Who is the lieutenant governor?", sent(question))


def test_a_fact_of_the_system_prompt_may_be_told_when_it_was_asked_about() -> None:
    prompt = "You help the Millers. Their dog is called Rex and is four years old."
    told = "Their dog is called Rex and is four years old."
    assert not is_echo(told, sent("what is the dog called", prompt=prompt))
    assert is_echo(told, sent("what is two plus two", prompt=prompt))


def test_the_words_of_a_models_own_template_are_known_where_the_server_tells_them() -> None:
    template = "{{ if .Tools }}Behold the following instruments at your disposal{{ end }}"
    said = "Behold the following instruments at your disposal."
    assert is_echo(said, sent("is it on"), template)
    assert not is_echo(said, sent("is it on"))


@pytest.mark.parametrize("recorded", ["echo_guidance", "echo_part_of_guidance", "echo_template"])
async def test_after_a_command_the_tools_result_is_said(play: Play, recorded: str) -> None:
    home = SmallHome()
    async with play(Intent.DEVICE, home.tools(), [call(ON), replay(recorded)]) as scene:
        assert await scene.ask("turn on the kitchen light") == "Kitchen light is now on."
    assert home.calls == [ON]


@pytest.mark.parametrize("recorded", ["echo_guidance", "echo_part_of_guidance", "echo_template"])
async def test_after_a_question_the_tools_result_is_said_and_nobody_is_asked_again(
    play: Play, recorded: str
) -> None:
    async with play(Intent.DEVICE, SmallHome().tools(), [call(READ), replay(recorded)]) as scene:
        answer = await scene.house.gateway.turn("is the kitchen light on?", scene.house.conversation)
    assert answer.text == "Kitchen light is off."
    assert [event.problem for event in answer.trace.all(Asked)] == [None, "echo"]


async def test_after_a_search_it_is_asked_again_and_the_echo_is_never_heard(play: Play) -> None:
    heard: list[str] = []
    script = [
        call(("search_web", {"query": "mayor of bonn"})),
        say("If you need more specific info, you may search again. Otherwise answer."),
        say("Ann is mayor."),
    ]
    async with play(Intent.SEARCH, SmallWeb().tools(), script) as scene:
        answer = await scene.ask("who is the mayor of bonn", on_token=heard.append)
    assert "".join(heard) == answer == "Ann is mayor."


async def test_an_answer_that_repeats_the_date_is_asked_for_again(play: Play) -> None:
    async with play(Intent.GENERAL, [], [say("placeholder")]) as scene:
        await scene.ask("tell me a story about the sea")
        line = scene.chats[0]["messages"][-1]["content"].splitlines()[-1]
        scene.ollama.steps[:] = [say(line), say("The sea was calm.")]
        assert await scene.ask("tell me another story") == "The sea was calm."
