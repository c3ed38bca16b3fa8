"""The real Zigbee2MQTT, over a stand-in for its radio."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.mqtt_rig.broker import Mosquitto
from tests.zwave_rig.node_js import NodeJs

HERE = Path(__file__).parent
OLDEST_NODE = 22
LAMP, PLUG, DEAF = "0x000b57fffec6a5b2", "0x000b57fffe8e1234", "0x000b57fffe8e5678"
_COORDINATOR = "0x00124b0018e2a1f0"
_MODELS = {
    LAMP: ("hallway lamp", "TRADFRI bulb E27 WS opal 980lm", 544, [0, 3, 4, 5, 6, 8, 768]),
    PLUG: ("coffee machine", "TRADFRI control outlet", 266, [0, 3, 4, 5, 6]),
    DEAF: ("far plug", "TRADFRI control outlet", 266, [0, 3, 4, 5, 6]),
}


@contextmanager
def zigbee2mqtt(node_js: NodeJs, broker: Mosquitto, folder: Path) -> Iterator[None]:
    """It runs until the end, on this broker; whoever connects sees when it is ready."""
    (folder / "configuration.yaml").write_text(json.dumps(_configuration(broker)), encoding="utf-8")
    (folder / "database.db").write_text("".join(f"{json.dumps(row)}\n" for row in _rows()), encoding="utf-8")
    with (folder / "zigbee2mqtt.log").open("wb") as log:
        process = subprocess.Popen(
            [node_js.node, "-r", HERE / "radio.cjs", HERE / "node_modules/zigbee2mqtt/index.js"],
            cwd=folder,
            # It asks git whether it is to be built anew, and means its own repository.
            env=os.environ | {"ZIGBEE2MQTT_DATA": str(folder), "DEAF": DEAF, "GIT_DIR": str(folder)},
            stdout=log,
            stderr=log,
        )
        try:
            yield
        finally:
            process.terminate()
            process.wait(20)


def _configuration(broker: Mosquitto) -> dict[str, Any]:
    return {
        "version": 5,
        "mqtt": {"base_topic": "zigbee2mqtt", "server": broker.url},
        "serial": {"port": "/dev/null", "adapter": "zstack"},
        "frontend": {"enabled": False},
        "homeassistant": {"enabled": True},
        "advanced": {
            "log_output": ["console"], "network_key": list(range(1, 17)), "pan_id": 6754, "channel": 11,
            "ext_pan_id": [221] * 8,
        },
        "devices": {address: {"friendly_name": name} for address, (name, *_) in _MODELS.items()},
    }  # fmt: skip


def _rows() -> Iterator[dict[str, Any]]:
    yield _row(1, _COORDINATOR, "Coordinator", 5, [])
    for number, (address, (_, model, kind, clusters)) in enumerate(_MODELS.items(), start=2):
        maker = {"manufName": "IKEA of Sweden", "modelId": model, "powerSource": "Mains (single phase)"}
        yield {**_row(number, address, "Router", kind, clusters), **maker, "nwkAddr": 1000 + number}


def _row(number: int, address: str, role: str, kind: int, clusters: list[int]) -> dict[str, Any]:
    endpoint = {
        "profId": 260, "epId": 1, "devId": kind, "inClusterList": clusters, "outClusterList": [],
        "clusters": {}, "binds": [], "configuredReportings": [], "meta": {},
    }  # fmt: skip
    return {
        "id": number, "type": role, "ieeeAddr": address, "nwkAddr": 0, "manufId": 4476, "epList": [1],
        "endpoints": {"1": endpoint}, "interviewCompleted": True, "interviewState": "SUCCESSFUL", "meta": {},
    }  # fmt: skip
