"""The settings file is changed where it must be, and nothing else in it is touched."""

import stat
import tomllib
from pathlib import Path

import pytest

from voice_gateway.errors import SettingsError
from voice_gateway.settings.write import write_private, write_settings

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
    ['home = { zwave_url = "ws://x" }\n', 'home.zwave_url = "ws://x"\n', "[home]\nmqtt_url = '''\nx'''\n"],
)
def test_what_is_written_in_another_way_is_left_alone(file: Path, written: str) -> None:
    file.write_text(written)
    with pytest.raises(SettingsError, match="don't dare to change") as refused:
        write_settings(file, {"home.mqtt_url": "mqtt://broker"})
    assert refused.value.fix == 'Set home.mqtt_url = "mqtt://broker".'
    assert file.read_text() == written


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
