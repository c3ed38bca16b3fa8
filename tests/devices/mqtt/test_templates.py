"""The templates that announced devices use, read by a small reader of our own."""

import json
import tracemalloc

import pytest

from voice_gateway.devices.mqtt.abbreviations import expanded
from voice_gateway.devices.mqtt.expressions import Unreadable
from voice_gateway.devices.mqtt.heard import as_json
from voice_gateway.devices.mqtt.templates import rendered, template, written

MESSAGE = json.dumps({
    "temperature": 21.456, "state": "on", "a-b": True, "nested": {"deep": [1, 2]}, "empty": None,
    "Color": "255,128,0,0", "level": 128,
})  # fmt: skip


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{{ value }}", MESSAGE),
        ("{{ value_json.state }}", "on"),
        ("{{value_json['a-b']}}", "True"),
        ('{{ value_json["nested"].deep[1] }}', "2"),
        ("{{ value_json.temperature | float | round(1) }}", "21.5"),
        ("{{ value_json.temperature | int }}", "21"),
        ("{{ (value_json.level / 255 * 100) | round }}", "50"),
        ("{{ value_json.state | upper }}", "ON"),
        ("{{ value_json.missing }}", None),
        ("{{ value_json.missing.deeper }}", None),
        ("{{ value_json.missing | is_defined }}", None),
        ("{{ value_json.missing | default('none of it') }}", "none of it"),
        ("{{ value_json.missing if value_json.missing is defined else 7 }}", "7"),
        ("{% if value_json.state == 'on' %}ON{% else %}OFF{% endif %}", "ON"),
        ("{% if value_json.x %}A{% elif value_json.level > 100 and not value_json.y %}B{% endif %}", "B"),
        ("{{ value_json.Color.split(',')[0:3]|join(',') }}", "255,128,0"),
        ("{{ 'yes' if value_json.state in ('on') else 'no' }}", "yes"),
        ("{{ value_json.empty is none }}", "True"),
        ("{{ value_json.level / 0 }}", None),
        ("{{ 'x' * 1000000000 }}", None),
        ("{{ '%99999999d' % 1 }}", None),
    ],
)
def test_the_common_forms_are_read(source: str, text: str | None) -> None:
    assert rendered(source, MESSAGE, as_json(MESSAGE)) == text


def test_a_message_that_is_no_json_has_no_json() -> None:
    assert rendered("{{ value_json.x if value_json.x is defined else value }}", "on", as_json("on")) == "on"


@pytest.mark.parametrize(
    "source",
    [
        "{{ value|join(value) }}",
        "{{ value.split('-')|join(value) }}",
        "{{ value.split('-')|join(value.split('-')|join(value)) }}",
        "{{ " + "(" * 14 + "value" + ".split('-')|string)" * 14 + " }}",
        "{{ " + " ~ ".join(["value"] * 90) + " }}",
        "{{ " + " + ".join(["value"] * 90) + " }}",
    ],
)
def test_no_text_is_made_that_goes_on_for_ever(source: str) -> None:
    tracemalloc.start()
    try:
        assert rendered(source, "-\\" * 500, as_json("")) is None
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "source",
    [
        "{{ states('lock.door') }}", "{% for x in value %}{{ x }}{% endfor %}", "{{ value | from_json }}",
        "{{ value.__class__() }}", "{{ value_json.x | map('y') }}", "{{ 1 + }}", "{{ (1 }}", "{{ [ }}",
        "{% if value %}on", "{% endif %}", "{{ " + "(" * 150 + "1" + ")" * 150 + " }}",
        "{{ " + "1 + " * 300 + "1 }}", "x" * 5000, "{{ namespace(x=1) }}", "{{ lambda: 1 }}",
    ],
)  # fmt: skip
def test_all_else_is_refused_as_a_whole(source: str) -> None:
    with pytest.raises(Unreadable):
        template(source)


def test_nothing_is_reached_but_the_message() -> None:
    assert rendered("{{ value.__class__ }}", "x", as_json("x")) is None
    assert rendered("{{ value_json.__len__ }}", "{}", {}) is None


def test_messages_are_written_by_templates() -> None:
    assert (
        written('{"position": {{ position }}, "speed": 3}', 40, position=40) == '{"position": 40, "speed": 3}'
    )
    assert written(None, 21.0) == "21"


def test_short_words_and_the_base_topic_are_written_out() -> None:
    short = {
        "~": "lamp", "stat_t": "~/state", "cmd_t": "set/~", "bri_scl": 100, "clr_temp_cmd_t": "~/ct",
        "avty": {"t": "~/there", "pl_avail": "yes"}, "dev": {"ids": "x", "sa": "Attic"}, "max_temp": 25,
        "temp_step": 0.5, "curr_temp_t": "~/now", "hum_cmd_t": "h", "sup_clrm": ["hs"],
    }  # fmt: skip
    assert expanded(short) == {
        "state_topic": "lamp/state", "command_topic": "set/lamp", "brightness_scale": 100,
        "color_temp_command_topic": "lamp/ct",
        "availability": [{"topic": "lamp/there", "payload_available": "yes"}],
        "device": {"identifiers": "x", "suggested_area": "Attic"}, "max_temp": 25, "temp_step": 0.5,
        "current_temperature_topic": "lamp/now", "target_humidity_command_topic": "h",
        "supported_color_modes": ["hs"],
    }  # fmt: skip
