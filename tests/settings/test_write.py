"""The settings file is changed where it must be, and nothing else in it is touched."""

import stat
import tomllib
from pathlib import Path

import pytest

from voice_gateway.errors import SettingsError
from voice_gateway.settings import load_settings
from voice_gateway.settings.write import write_device, write_private, write_settings

WRITTEN = """\
# ours
provider = "ollama"   # at home

[home]
# the stick in the cellar
zwave_url = "ws://127.0.0.1:3000"

[ollama]
model = "qwen3:0.6b"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(WRITTEN)
    return path


def test_a_new_setting_stands_in_its_table_and_all_else_stays(file: Path) -> None:
    write_settings(file, {"home.mqtt_url": "mqtt://broker"})
    line = 'zwave_url = "ws://127.0.0.1:3000"\n'
    assert file.read_text() == WRITTEN.replace(line, line + 'mqtt_url = "mqtt://broker"\n')


def test_a_setting_that_is_there_is_replaced(file: Path) -> None:
    write_settings(file, {"home.zwave_url": "ws://10.0.0.2:3000"})
    assert file.read_text() == WRITTEN.replace("127.0.0.1", "10.0.0.2")


def test_a_setting_is_taken_out(file: Path) -> None:
    write_settings(file, {"home.zwave_url": None})
    assert tomllib.loads(file.read_text())["home"] == {}
    assert "# the stick in the cellar" in file.read_text()


def test_a_table_that_is_missing_comes_last(file: Path) -> None:
    write_settings(file, {"search.searxng_url": "http://127.0.0.1:8888"})
    assert file.read_text() == f'{WRITTEN}\n[search]\nsearxng_url = "http://127.0.0.1:8888"\n'


def test_a_setting_without_a_table_stands_above_all_tables(file: Path) -> None:
    write_settings(file, {"timezone": "Europe/Berlin"})
    assert tomllib.loads(file.read_text())["timezone"] == "Europe/Berlin"


def test_a_file_that_is_not_there_is_made_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "new" / "config.toml"
    write_settings(path, {"home.mqtt_url": 'mqtt://a "quoted" name', "home.zwave_url": "ws://x"})
    assert tomllib.loads(path.read_text()) == {
        "home": {"mqtt_url": 'mqtt://a "quoted" name', "zwave_url": "ws://x"}
    }
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_who_may_read_it_stays_as_it_was(file: Path) -> None:
    file.chmod(0o640)
    write_settings(file, {"home.mqtt_url": "mqtt://broker"})
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@pytest.mark.parametrize(
    "written",
    ['home = { zwave_url = "ws://x" }  # mine\n', 'home.zwave_url = "ws://x"  # mine\n',
     "[home]\nmqtt_url = '''\nx'''\nzwave_url = 'ws://x'  # mine\n"],
)  # fmt: skip
def test_tables_written_in_another_way_are_changed_too(file: Path, written: str) -> None:
    file.write_text(written)
    write_settings(file, {"home.mqtt_url": "mqtt://broker"})
    assert tomllib.loads(file.read_text()) == {"home": {"zwave_url": "ws://x", "mqtt_url": "mqtt://broker"}}
    assert "# mine" in file.read_text()


def test_numbers_lists_and_truths_are_written_as_such(file: Path) -> None:
    write_settings(file, {"metrics": False, "turn.deadline": 20, "home.guarded": ["lock", "Coffee Machine"]})
    read = tomllib.loads(file.read_text())
    assert read["metrics"] is False
    assert read["turn"] == {"deadline": 20}
    assert read["home"]["guarded"] == ["lock", "Coffee Machine"]


@pytest.mark.parametrize("wrong", [{"turn.deadline": -1}, {"home.nosuch": "x"}, {"provider": "nobody"}])
def test_what_could_not_be_read_again_is_not_written(file: Path, wrong: dict[str, object]) -> None:
    with pytest.raises(SettingsError) as refused:
        write_settings(file, wrong)
    assert ".try" not in refused.value.message + str(refused.value.fix)
    assert file.read_text() == WRITTEN
    assert list(file.parent.iterdir()) == [file]


def test_a_broken_file_is_left_alone(file: Path) -> None:
    file.write_text("[home\n")
    with pytest.raises(SettingsError, match="cannot be changed"):
        write_settings(file, {"home.mqtt_url": "mqtt://broker"})
    assert file.read_text() == "[home\n"


def test_a_secret_is_for_its_owner_only_also_where_everybody_could_read_it(tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_text("old")
    path.chmod(0o644)
    write_private(path, "secret\n")
    assert path.read_text() == "secret\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_is_said_of_a_device_has_a_table_of_its_own_and_all_else_stays(file: Path) -> None:
    write_device(file, "light.kitchen", {"name": "Big lamp", "aliases": ["lampadaire"], "guarded": None})
    told = '[home.devices."light.kitchen"]\nname = "Big lamp"\naliases = ["lampadaire"]\n'
    assert told in file.read_text()
    assert all(line in file.read_text().splitlines() for line in WRITTEN.splitlines())
    write_device(file, "light.kitchen", {"name": None, "exposed": False})
    [(name, said)] = load_settings(file=file, environment={}).settings.home.devices.items()
    assert (name, said.name, said.aliases, said.exposed) == ("light.kitchen", None, ("lampadaire",), False)


def test_what_cannot_be_said_of_a_device_is_not_written(file: Path) -> None:
    with pytest.raises(SettingsError, match="colour"):
        write_device(file, "light.kitchen", {"colour": "red"})
    assert file.read_text() == WRITTEN
