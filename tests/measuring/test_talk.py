"""Talk is judged by the words of the answer and by how the turn ended."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.home import settings_for
from tests.measuring.files import write
from tests.measuring.test_commands import run
from tests.servers.ollama import Step, say, scripted_ollama
from voice_gateway.errors import InputError, ModelError
from voice_gateway.measuring.tasks import NoModel, TalkOutcome, TalkRun, read_talk_tasks
from voice_gateway.models.ollama import OllamaClient

CAPITAL = '[[test]]\nkind = "fact"\nsay = ["please explain how rainbows come about"]\n'
LAMP = (
    '[[test]]\nkind = "home"\nsay = ["is the kitchen light on", "is my kitchen light on"]\nanswer = ["off"]\n'
)


async def judged(folder: Path, test: str, *steps: Step) -> TalkOutcome:
    """What is made of the first sentence, by a model that follows this script."""
    (task,) = read_talk_tasks(write(folder, test))
    async with scripted_ollama(steps) as ollama:
        settings = settings_for(ollama__base_url=ollama.url)
        client = OllamaClient(settings.ollama)
        try:
            return await TalkRun(settings, client).run(task, task.say[0])
        finally:
            await client.close()


@pytest.mark.parametrize(
    ("rule", "right"),
    [
        ('answer = ["light"]', True),
        ('answer = [["light", "snow"], "water"]', True),
        ('answer = [["light", "snow"]]', False),
        ('answer = ["rain"]', False),
        ('never = ["snow"]', True),
        ('never = ["drops of WATER"]', False),
    ],
)
async def test_an_answer_is_judged_by_whole_words(tmp_path: Path, rule: str, right: bool) -> None:
    outcome = await judged(tmp_path, CAPITAL + rule, say("Rainbows are light in drops of water."))
    assert outcome.right is right
    assert bool(outcome.wrong) is not right


async def test_a_turn_that_ended_in_another_way_is_wrong(tmp_path: Path) -> None:
    outcome = await judged(tmp_path, CAPITAL + 'outcome = "not understood"', say("Light in water."))
    assert not outcome.right


async def test_earlier_sentences_are_part_of_the_same_conversation(tmp_path: Path) -> None:
    test = '[[test]]\nearlier = ["turn on the kitchen light"]\nsay = ["is it on"]\nanswer = ["on"]\n'
    (task,) = read_talk_tasks(write(tmp_path, test))
    said = _Listening()
    with pytest.raises(ModelError):
        await TalkRun(settings_for(), said).run(task, "so tell me what I have just said")
    assert "turn on the kitchen light" in said.heard


async def test_every_sentence_begins_in_a_fresh_home(tmp_path: Path) -> None:
    test = '[[test]]\nsay = ["is the kitchen light on"]\nanswer = ["off"]\n'
    (task,) = read_talk_tasks(write(tmp_path, test))
    run_ = TalkRun(settings_for(), NoModel())
    await run_.run(task, "turn on the kitchen light")
    assert (await run_.run(task, "is the kitchen light on")).right


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[[test]]\nsai = ["hello"]\n', "“sai” is not known"),
        ('[[test]]\nkind = "greeting"\n', "“say” is missing"),
        ('[[test]]\nsay = "hello"\noutcome = "answred"\n', "“answred” is not an outcome"),
        ('[[test]]\nsay = "hello"\nanswer = 5\n', "“answer” must be a list of words"),
        ("", "has no"),
    ],
)
def test_a_mistake_in_a_file_is_named(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        read_talk_tasks(write(tmp_path, text))


def test_eval_talk_prints_shares_by_kind_and_failures(tmp_path: Path) -> None:
    out = tmp_path / "rows.json"
    skipped = '[[test]]\nsay = "hello"\nskip = "not yet"\n'
    file = write(tmp_path, LAMP + CAPITAL + skipped)
    shown = run("talk", str(file), "--no-model", "--failures", "--json", str(out))
    assert "66.7%" in shown
    assert "please explain how rainbows come about" in shown
    report = json.loads(out.read_text(encoding="utf-8"))
    assert report["scores"][0]["kinds"] == {"home": 1.0, "fact": 0.0}
    assert [row["right"] for row in report["rows"]] == [True, True, False]


class _Listening(NoModel):
    """Is told the conversation so far, and fails."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    async def ask(self, messages: Any, **how: Any) -> Any:
        self.heard = [str(message.text) for message in messages]
        raise ModelError("There is no model.")
