"""What Tasmota, ESPHome and others announce, as they write it."""

from typing import Any

_TASMOTA = {"avty_t": "tele/washer/LWT", "pl_avail": "Online", "pl_not_avail": "Offline"}
_WASHER = {"ids": ["C4D5E6"]}
_BULB = {"avty_t": "tele/porch/LWT", "pl_avail": "Online", "pl_not_avail": "Offline"}

TASMOTA: dict[str, dict[str, Any]] = {
    "homeassistant/switch/C4D5E6_RL_1/config": {
        "name": "Washing Machine", "stat_t": "tele/washer/STATE", **_TASMOTA, "cmd_t": "cmnd/washer/POWER",
        "val_tpl": "{{value_json.POWER}}", "pl_off": "OFF", "pl_on": "ON", "uniq_id": "C4D5E6_RL_1",
        "dev": _WASHER,
    },
    "homeassistant/sensor/C4D5E6_ENERGY_Power/config": {
        "name": "Washing Machine ENERGY Power", "stat_t": "tele/washer/SENSOR", **_TASMOTA,
        "uniq_id": "C4D5E6_ENERGY_Power", "dev": _WASHER, "unit_of_meas": "W", "dev_cla": "power",
        "frc_upd": True, "val_tpl": "{{value_json['ENERGY']['Power']}}",
    },
    "homeassistant/sensor/C4D5E6_status/config": {
        "name": "Washing Machine status", "stat_t": "tele/washer/HASS_STATE", **_TASMOTA,
        "json_attr_t": "tele/washer/HASS_STATE", "unit_of_meas": "%", "val_tpl": "{{value_json['RSSI']}}",
        "ent_cat": "diagnostic", "uniq_id": "C4D5E6_status",
        "dev": {**_WASHER, "name": "Washing Machine", "mdl": "Gosund SP1", "sw": "9.5.0", "mf": "Tasmota"},
    },
    "homeassistant/light/A1B2C3_LI_1/config": {
        "name": "Porch Bulb", "stat_t": "tele/porch/STATE", **_BULB, "cmd_t": "cmnd/porch/POWER",
        "stat_val_tpl": "{{value_json.POWER}}", "pl_off": "OFF", "pl_on": "ON", "uniq_id": "A1B2C3_LI_1",
        "dev": {"ids": ["A1B2C3"], "name": "Porch Bulb", "sa": "Porch"}, "bri_cmd_t": "cmnd/porch/Dimmer",
        "bri_stat_t": "tele/porch/STATE", "bri_scl": 100, "on_cmd_type": "brightness",
        "bri_val_tpl": "{{value_json.Dimmer}}", "rgb_cmd_t": "cmnd/porch/Color2",
        "rgb_stat_t": "tele/porch/STATE",
        "rgb_val_tpl": "{{value_json.Color.split(',')[0:3]|join(',')}}",
    },
}  # fmt: skip

_NODE = {
    "ids": "a4cf12345678", "name": "Garage Node", "sw": "esphome v2024.6.1", "mdl": "esp32dev",
    "mf": "espressif", "sa": "Garage", "cns": [["mac", "a4cf12345678"]],
}  # fmt: skip
_UP = {"avty_t": "garage-node/status", "dev": _NODE}

ESPHOME: dict[str, dict[str, Any]] = {
    "homeassistant/cover/garage-node/garage_door/config": {
        "dev_cla": "garage", "name": "Garage Door", "~": "garage-node/cover/garage_door",
        "stat_t": "~/state", "cmd_t": "~/command", "pos_t": "~/position/state",
        "set_pos_t": "~/position/command", "uniq_id": "ESPcoverdoor", **_UP,
    },
    "homeassistant/fan/garage-node/extractor/config": {
        "name": "Extractor", "~": "garage-node/fan/extractor", "stat_t": "~/state", "cmd_t": "~/command",
        "osc_cmd_t": "~/oscillation/command", "osc_stat_t": "~/oscillation/state",
        "pct_cmd_t": "~/speed_level/command", "pct_stat_t": "~/speed_level/state", "spd_rng_max": 3,
        "uniq_id": "ESPfanextractor", **_UP,
    },
    "homeassistant/climate/garage-node/heater/config": {
        "name": "Workshop Heater", "~": "garage-node/climate/heater", "mode_cmd_t": "~/mode/command",
        "mode_stat_t": "~/mode/state", "modes": ["off", "heat"], "temp_cmd_t": "~/target/command",
        "temp_stat_t": "~/target/state", "curr_temp_t": "~/current/state", "min_temp": 5, "max_temp": 25,
        "temp_step": 0.5, "act_t": "~/action/state", "uniq_id": "ESPclimate", **_UP,
    },
    "homeassistant/light/garage-node/strip/config": {
        "schema": "json", "name": "Strip", "stat_t": "garage-node/light/strip/state",
        "cmd_t": "garage-node/light/strip/command", "brightness": True, "clrm": True, "sup_clrm": ["rgb"],
        "effect": True, "fx_list": ["None", "Rainbow"], "uniq_id": "ESPlightstrip", **_UP,
    },
    "homeassistant/binary_sensor/garage-node/leak/config": {
        "dev_cla": "moisture", "name": "Floor", "stat_t": "garage-node/binary_sensor/leak/state",
        "uniq_id": "ESPleak", **_UP,
    },
}  # fmt: skip

WHOLE_DEVICE: dict[str, Any] = {
    "dev": {"ids": "ea334450945afc", "name": "Kitchen Hood", "sa": "Kitchen", "mf": "Bla electronics"},
    "o": {"name": "bla2mqtt", "sw": "2.1"},
    "cmps": {
        "hood": {"p": "siren", "name": None, "command_topic": "hood/siren/set", "unique_id": "bla_siren"},
        "temp": {
            "p": "sensor", "device_class": "temperature", "unit_of_measurement": "°F",
            "value_template": "{{ value_json.temperature | float }}", "unique_id": "temp01ae_t",
        },
        "filter": {
            "p": "number", "name": "Filter Hours", "command_topic": "hood/filter/set", "min": 0, "max": 200,
            "value_template": "{{ value_json.hours }}", "unique_id": "bla_filter",
            "command_template": '{"hours": {{ value }}}',
        },
        "mode": {
            "p": "select", "name": "Mode", "command_topic": "hood/mode/set", "options": ["boil", "fry"],
            "value_template": "{{ value_json.mode if value_json.mode is defined else 'boil' }}",
            "unique_id": "bla_mode",
        },
        "reset": {
            "p": "button", "name": "Reset", "command_topic": "hood/reset", "payload_press": "RESET",
            "unique_id": "bla_reset",
        },
        "gone": {"p": "sensor"},
    },
    "state_topic": "hood/state",
    "qos": 2,
}  # fmt: skip
"""The newer form: a device with all its parts at once; what they share stands beside them."""
