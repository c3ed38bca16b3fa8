"""Sentences are read by the gateway's own turn, with room and context, and nothing is carried out."""

import pytest

from tests.home import settings_for
from voice_gateway.measuring.sentences import Line, Names, SentenceReader
from voice_gateway.measuring.sentences.form import Does, Form
from voice_gateway.measuring.tasks import NoModel


async def read(text: str, context: str = "", room: str = "") -> Form:
    line = Line(text, Form(), room, context)
    return await SentenceReader(settings_for(), NoModel(), Names.of((line,))).read(line)


async def test_a_command_is_read_with_its_time() -> None:
    form = await read("turn off the hall light in ten minutes")
    assert (form.does, form.when, form.asks_back) == ((Does("off", "hall light"),), "in 10m", False)


async def test_what_is_opened_is_not_turned_on() -> None:
    line = Line("open the autogate, I reach already", Form(does=(Does("open", "autogate"),)))
    form = await SentenceReader(settings_for(), NoModel(), Names.of((line,))).read(line)
    assert form.does == line.wanted.does


async def test_what_asks_for_nothing_is_read_as_nothing() -> None:
    form = await read("my sister turned off the hall light yesterday")
    assert form == Form("statement")


async def test_a_yes_is_what_was_asked_about() -> None:
    form = await read("yes please", "Are you sure you want to unlock the side gate?")
    assert (form.act, form.does) == ("answer", (Does("unlock", "side gate"),))


async def test_a_no_is_nothing() -> None:
    assert not (await read("no, leave it", "Unlock the side gate?")).does


async def test_a_choice_is_the_step_with_the_chosen_name() -> None:
    context = "Person: close the blind. Assistant: Which one do you mean, the front blind or the side blind?"
    assert (await read("the side one", context)).does == (Does("close", "side blind"),)
    assert (await read("both", context)).does == (Does("close", "front blind"), Does("close", "side blind"))


async def test_what_was_just_done_can_be_taken_back() -> None:
    assert (await read("undo that", "Assistant: I turned off the boiler.")).does == (Does("undo"),)


async def test_it_is_what_was_spoken_of() -> None:
    context = "Person: turn on the desk lamp. Assistant: The desk lamp is on."
    assert (await read("turn it off again", context)).does == (Does("off", "desk lamp"),)


async def test_a_routine_that_is_there_is_activated_by_its_name() -> None:
    form = await read("movie time", "A routine named movie time exists")
    assert form.does == (Does("activate", "movie time"),)


async def test_a_sum_is_reckoned() -> None:
    assert [step.do for step in (await read("what is seven times eight")).does] == ["calc"]


async def test_what_names_nothing_is_asked_back() -> None:
    form = await read("turn it off")
    assert form.asks_back or not form.does


@pytest.mark.parametrize("text", ["turn off the hall light", "yes"])
async def test_reading_twice_reads_the_same(text: str) -> None:
    assert await read(text) == await read(text)


async def test_of_what_nobody_knows_what_it_takes_a_number_is_what_was_said_of_it() -> None:
    line = Line("fermenter to twelve degrees", Form(does=(Does("temperature", "fermenter", 12.0),)))
    form = await SentenceReader(settings_for(), NoModel(), Names.of((line,))).read(line)
    assert [(step.do, step.value) for step in form.does] == [("temperature", 12.0)]
