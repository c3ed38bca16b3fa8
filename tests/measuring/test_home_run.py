"""A sentence is judged by the home afterwards: done, wrong changes, false claims."""

from pathlib import Path
from typing import Any

import pytest

from tests.home import settings_for
from tests.measuring.files import HOME, LIGHT, write
from tests.servers.ollama import Step, call, say, scripted_ollama
from voice_gateway.errors import ModelError
from voice_gateway.measuring.tasks import HomeRun, NoModel, Outcome, ParserClient, read_home_tasks
from voice_gateway.models.ollama import OllamaClient

CONTROL = "control_zwave_device"


def control(device: str, action: str, **more: Any) -> Step:
    return call((CONTROL, {"device": device, "action": action, **more}))


async def judged(folder: Path, test: str, *steps: Step, fast_path: bool = False) -> Outcome:
    """What a model that follows this script makes of the first sentence of a test."""
    tasks = read_home_tasks(write(folder, HOME + test))
    async with scripted_ollama(steps) as ollama:
        settings = settings_for(ollama__base_url=ollama.url)
        client = OllamaClient(settings.ollama)
        try:
            run = HomeRun(settings, lambda _: client, fast_path=fast_path)
            return await run.run(tasks.plan, tasks.tasks[0], tasks.tasks[0].say[0])
        finally:
            await client.close()


async def test_a_task_is_done_when_the_home_is_as_it_should_be(tmp_path: Path) -> None:
    outcome = await judged(tmp_path, LIGHT, control("kitchen light", "on"), say("It is on."))
    assert outcome.done
    assert not outcome.wrong
    assert not outcome.false_claim
    assert outcome.calls[0]["arguments"] == {"device": "kitchen light", "action": "on"}


async def test_another_device_that_changed_is_a_wrong_change(tmp_path: Path) -> None:
    outcome = await judged(tmp_path, LIGHT, control("hallway lamp", "off"), say("The hallway lamp is off."))
    assert not outcome.done
    assert outcome.wrong == ("hallway lamp: on went from True to False",)


async def test_a_value_that_nobody_asked_for_is_a_wrong_change(tmp_path: Path) -> None:
    test = '[[test]]\nsay = ["kitchen light to 40 percent"]\nafter = { "Kitchen Light" = { level = 40 } }\n'
    steps = control("kitchen light", "set_level", value=90), say("Done.")
    outcome = await judged(tmp_path, test, *steps)
    assert outcome.wrong == ("kitchen light: level went from 0 to 90",)


async def test_a_claim_without_a_change_is_a_false_claim(tmp_path: Path) -> None:
    """Here the other light is switched, and the gateway lets the true report of that pass."""
    outcome = await judged(tmp_path, LIGHT, control("hallway lamp", "on"), say("Done, it is now on."))
    assert not outcome.done
    assert outcome.false_claim


async def test_a_confirmation_is_answered_with_yes(tmp_path: Path) -> None:
    test = '[[test]]\nsay = ["unlock the front door"]\nafter = { "Front Door" = { locked = false } }\n'
    outcome = await judged(tmp_path, test, control("front door", "unlock"))
    assert outcome.done
    assert "unlocked" in outcome.answer


async def test_nothing_may_change_when_nothing_is_asked_for(tmp_path: Path) -> None:
    test = '[[test]]\nsay = ["don\'t turn off the hallway lamp"]\n'
    for fast_path in (True, False):
        left = await judged(
            tmp_path, test, control("hallway lamp", "off"), say("It is off."), fast_path=fast_path
        )
        assert left.done, "a model that acts all the same is not let through"
        assert (left.outcome, left.calls) == ("declined", ())


async def test_a_change_that_the_task_does_not_name_is_wrong(tmp_path: Path) -> None:
    test = '[[test]]\nsay = ["turn off the hallway lamp"]\n'
    changed = await judged(tmp_path, test, control("hallway lamp", "off"), say("It is off."))
    assert not changed.done
    assert changed.wrong == ("hallway lamp: on went from True to False",)


@pytest.mark.parametrize(("locked", "done"), [("true", True), ("false", False)])
async def test_an_answer_is_judged_by_whole_words(tmp_path: Path, locked: str, done: bool) -> None:
    before = f'before = {{ "Front Door" = {{ locked = {locked} }} }}'
    test = f'[[test]]\nsay = ["tell me about the door"]\n{before}\nanswer = ["locked"]\n'
    read = call(("get_device_sensor_data", {"device": "front door"}))
    outcome = await judged(tmp_path, test, read, say("The front door is locked."))
    assert outcome.done is done


async def test_a_word_of_a_model_that_looked_at_nothing_is_no_answer(tmp_path: Path) -> None:
    test = '[[test]]\nsay = ["tell me about the door"]\nanswer = ["locked"]\n'
    outcome = await judged(tmp_path, test, say("The front door is locked."))
    assert not outcome.done
    assert outcome.outcome == "not understood"


async def test_earlier_sentences_are_part_of_the_same_conversation(tmp_path: Path) -> None:
    test = """
[[test]]
earlier = ["turn on the kitchen light"]
say = ["turn it off again"]
before = { "Hallway Lamp" = { on = false } }
after = { "Kitchen Light" = { on = false } }
"""
    outcome = await judged(tmp_path, test, fast_path=True)
    assert outcome.done
    assert outcome.understood
    assert [one["arguments"]["action"] for one in outcome.calls] == ["on", "off"]


async def test_every_sentence_begins_in_a_fresh_home(tmp_path: Path) -> None:
    tasks = read_home_tasks(write(tmp_path, HOME + LIGHT))
    nobody = NoModel()
    run = HomeRun(settings_for(), lambda _: nobody)
    first, second = [await run.run(tasks.plan, tasks.tasks[0], "turn on the kitchen light") for _ in range(2)]
    assert first.done
    assert second.done


async def test_without_a_model_only_the_fast_path_acts(tmp_path: Path) -> None:
    tasks = read_home_tasks(write(tmp_path, HOME + LIGHT))
    nobody = NoModel()
    outcome = await HomeRun(settings_for(), lambda _: nobody, fast_path=False).run(
        tasks.plan, tasks.tasks[0], "turn on the kitchen light"
    )
    assert not outcome.done
    assert outcome.answer == ""


async def test_the_plain_parser_finds_the_nearest_name(tmp_path: Path) -> None:
    tasks = read_home_tasks(write(tmp_path, HOME + LIGHT))
    run = HomeRun(
        settings_for(), lambda home: ParserClient([one.name for one in home.devices()]), fast_path=False
    )
    outcome = await run.run(tasks.plan, tasks.tasks[0], "turn on the kitchen light")
    assert outcome.done


async def test_a_model_that_is_not_there_ends_the_evaluation(tmp_path: Path) -> None:
    tasks = read_home_tasks(write(tmp_path, HOME + LIGHT))
    settings = settings_for(ollama__base_url="http://127.0.0.1:1")
    client = OllamaClient(settings.ollama)
    with pytest.raises(ModelError, match="does not answer"):
        await HomeRun(settings, lambda _: client, fast_path=False).run(
            tasks.plan, tasks.tasks[0], "turn on the kitchen light"
        )
    await client.close()
