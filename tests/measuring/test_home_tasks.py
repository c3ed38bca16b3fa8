"""A file of tasks is read as it is meant, and a mistake in it is named with its line and key."""

from pathlib import Path

import pytest

from tests.measuring.files import HOME, LIGHT, write
from voice_gateway.errors import InputError
from voice_gateway.measuring.tasks import read_home_tasks

SHIPPED = sorted((Path(__file__).parents[2] / "evaluations/homes").glob("*.toml"))


def test_a_task_has_sentences_a_beginning_and_an_end(tmp_path: Path) -> None:
    home = read_home_tasks(write(tmp_path, HOME + LIGHT))
    [task] = home.tasks
    assert task.say == ("turn on the kitchen light",)
    assert list(task.before.values()) == [{"on": False}]
    assert list(task.after.values()) == [{"on": True}]
    assert len(home.plan.devices) == 3


def test_a_question_has_an_answer_instead(tmp_path: Path) -> None:
    asked = '[[test]]\nsay = "is the door locked?"\nanswer = ["locked", ["not", "open"]]\n'
    [task] = read_home_tasks(write(tmp_path, HOME + asked)).tasks
    assert task.say == ("is the door locked?",)
    assert task.answer == (("locked",), ("not", "open"))
    assert not task.after


@pytest.mark.parametrize(
    ("test", "problem", "fix"),
    [
        (
            'say = ["x"]\nafter = { "Kichen Light" = { on = true } }',
            "no device is called “Kichen Light”",
            "Kitchen Light",
        ),
        ('say = ["x"]\nafter = { "Kitchen Light" = { one = true } }', "“one” is not known", "on"),
        ('say = ["x"]\nafter = { "Kitchen Light" = { level = 140 } }', "level goes from 0 to 100", ""),
        ('say = ["x"]\nbefor = {}', "“befor” is not known", "before"),
        ("before = {}", "“say” is missing", "say"),
        ("say = [3]", "“say” must be a list of sentences", "say"),
        ('say = ["x"]\nanswer = 3', "“answer” must be a list of words", "answer"),
        ('say = ["x"]\nafter = { "Kitchen Light" = true }', "“after” must name devices", "Kitchen Light"),
    ],
)
def test_a_mistake_is_named_with_its_line(tmp_path: Path, test: str, problem: str, fix: str) -> None:
    text = f"{HOME}{LIGHT}\n[[test]]\n{test}\n"
    line = text.splitlines().index("[[test]]", text.splitlines().index("[[test]]") + 1) + 1
    with pytest.raises(InputError) as caught:
        read_home_tasks(write(tmp_path, text))
    assert f"home.toml, line {line}: " in caught.value.message
    assert problem in caught.value.message
    assert fix in (caught.value.fix or "")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no [[device]]"),
        (HOME, "no [[test]]"),
        ("[[device]\n", "not valid TOML"),
        (HOME.replace("dimmer", "dimer"), "dimer"),
    ],
)
def test_a_file_that_is_no_home_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(InputError, match="home") as caught:
        read_home_tasks(write(tmp_path, text))
    assert problem in caught.value.message


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Cannot read"):
        read_home_tasks(tmp_path / "none.toml")


def test_devices_of_the_same_name_are_told_apart_by_their_rooms(tmp_path: Path) -> None:
    twins = HOME + HOME.replace('"Kitchen"', '"Attic"').replace('"Hallway"', '"Cellar"')
    wanted = LIGHT.replace('"Kitchen Light"', '"Attic/Kitchen Light"')
    [task] = read_home_tasks(write(tmp_path, twins + wanted)).tasks
    assert list(task.after) == ["attic-kitchen-light"]
    with pytest.raises(InputError, match="several devices"):
        read_home_tasks(write(tmp_path, twins + LIGHT))


@pytest.mark.parametrize(
    ("topic", "least"),
    [
        ("must-not-act", 150),
        ("consent", 80),
        ("dialogues", 60),
        ("scopes", 80),
        ("odd-wording", 120),
        ("kinds", 120),
    ],
)
def test_sentences_of_strangers_are_shipped(topic: str, least: int) -> None:
    files = [read_home_tasks(path) for path in SHIPPED if path.name.startswith(topic)]
    assert sum(len(task.say) for file in files for task in file.tasks if not task.skip) >= least


def test_the_shipped_homes_differ() -> None:
    homes = [read_home_tasks(path).plan for path in SHIPPED]
    assert len({home.name for home in homes}) == len(homes) >= 10
    assert max(len(home.devices) for home in homes) > 40
    assert len({device.kind for home in homes for device in home.devices}) > 20


def test_everything_that_a_device_can_be_is_said_of_it(tmp_path: Path) -> None:
    robot = '\n[[device]]\nname = "Robbie"\nkind = "vacuum"\n'
    test = '[[test]]\nsay = "clean"\nafter = { "Robbie" = { activity = "cleaning" } }\n'
    [task] = read_home_tasks(write(tmp_path, HOME + robot + test)).tasks
    assert list(task.after.values()) == [{"activity": "cleaning"}]
