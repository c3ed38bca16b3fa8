"""The chart: what comes out of its templates is what Kubernetes and the program itself take.

Helm itself is needed by nobody who runs these tests: the templates fill in values and do nothing else.
"""

import re
import tomllib
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from typer.testing import CliRunner

from voice_gateway.cli.app import app
from voice_gateway.settings import load_settings

CHART = Path(__file__).parents[2] / "deploy" / "helm"
VALUES = yaml.safe_load((CHART / "values.yaml").read_text(encoding="utf-8"))


def filled(template: Path) -> list[dict[str, Any]]:
    known = {"Values": VALUES, "Release": {"Name": "homes"}}

    def value(match: re.Match[str]) -> str:
        asked = re.fullmatch(r"(toYaml )?((?:\.\w+)+)(?: \| indent (\d+))?", match[1])
        assert asked, f"{match[0]} does more than fill in a value"
        found: Any = reduce(lambda at, name: at[name], asked[2].split(".")[1:], known)
        lines = yaml.safe_dump(found).splitlines() if asked[1] else [str(found)]
        return "\n".join(" " * int(asked[3] or 0) + line for line in lines)

    text = re.sub(r"\{\{ (.*?) \}\}", value, template.read_text(encoding="utf-8"))
    return list(yaml.safe_load_all(text))


def made(kind: str) -> dict[str, dict[str, Any]]:
    parts = [part for template in sorted(CHART.glob("templates/*.yaml")) for part in filled(template)]
    return {part["metadata"]["name"]: part for part in parts if part["kind"] == kind}


def test_the_chart_stays_small() -> None:
    files = [file for file in CHART.rglob("*") if file.is_file()]
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) < 150
    assert yaml.safe_load((CHART / "Chart.yaml").read_text(encoding="utf-8"))["apiVersion"] == "v2"


def test_every_volume_that_is_mounted_is_there_and_is_something_that_exists() -> None:
    config, sets = made("ConfigMap"), made("StatefulSet") | made("Deployment")
    assert set(sets) == {"homes-nats", "homes-gateway"}
    for one in sets.values():
        template = one["spec"]["template"]
        assert template["metadata"]["labels"] == one["spec"]["selector"]["matchLabels"]
        claims = {claim["metadata"]["name"] for claim in one["spec"].get("volumeClaimTemplates", ())}
        volumes = {volume["name"]: volume for volume in template["spec"]["volumes"]}
        for mount in template["spec"]["containers"][0]["volumeMounts"]:
            assert mount["name"] in volumes.keys() | claims
        for volume in volumes.values():
            assert volume.get("configMap", {}).get("name") in (None, *config)
            assert volume.get("secret", {}).get("secretName") in (None, "homes-resolver", "homes-credentials")


def test_gateways_find_the_servers_and_every_home_has_settings_that_can_be_read(tmp_path: Path) -> None:
    [gateway] = made("Deployment")["homes-gateway"]["spec"]["template"]["spec"]["containers"]
    [url] = [one["value"] for one in gateway["env"] if one["name"] == "VOICE_GATEWAY_FLEET_NATS_URL"]
    assert url == "nats://homes-nats:4222"
    assert "homes-nats" in made("Service")
    for name, text in made("ConfigMap")["homes-homes"]["data"].items():
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        assert tomllib.loads(text)["fleet"]["credentials"].startswith("/credentials/")
        assert load_settings(file=file).settings.fleet.replicas == VALUES["nats"]["servers"]


@pytest.mark.parametrize("command", [["fleet", "serve"], ["fleet", "keys"]])
def test_the_commands_that_the_chart_speaks_of_are_there(command: list[str]) -> None:
    assert CliRunner().invoke(app, [*command, "--help"]).exit_code == 0
