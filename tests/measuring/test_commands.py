"""`voice-gateway eval home` and `eval tools` from the terminal."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.measuring.files import HOME, LIGHT, write
from tests.servers.ollama import DIGEST, KNOWN, MODEL, Step, call, say, scripted_ollama
from voice_gateway.cli.app import app
from voice_gateway.engine import model_at
from voice_gateway.errors import InputError, ModelError
from voice_gateway.models.ability import remember

WORDY = """
[[test]]
kind = "indirect"
say = ["it is rather dark in the kitchen"]
after = { "Kitchen Light" = { on = true } }
"""
VOLUME = """
[[task]]
tier = "volume"
say = "mute"
tool = "control_speaker_volume"
arguments = { action = "mute" }
"""


def run(*arguments: str, **environment: str) -> str:
    environment["COLUMNS"] = "80"
    result = CliRunner().invoke(app, ["eval", *arguments], env=environment, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_eval_home_prints_shares_and_writes_rows(tmp_path: Path) -> None:
    file = write(tmp_path, HOME + LIGHT + WORDY)
    out = tmp_path / "rows.json"
    shown = run("home", str(file), "--no-model", "--json", str(out))
    assert "fast path alone" in shown
    assert "50.0%" in shown
    assert all(len(line) <= 80 for line in shown.splitlines() if "written to" not in line)
    report = json.loads(out.read_text(encoding="utf-8"))
    alone, parser = report["scores"]
    assert (alone["model"], alone["fast_path"], alone["done"]) == ("fast path alone", True, 0.5)
    assert parser["sentences"] == 2
    first = report["rows"][0]
    assert first["say"] == "turn on the kitchen light"
    assert first["done"]
    assert first["line"] == HOME.count("\n") + 2


def test_eval_home_prints_what_went_wrong(tmp_path: Path) -> None:
    shown = run("home", str(write(tmp_path, HOME + WORDY)), "--no-model", "--failures")
    assert "kitchen light: on is False, not True" in shown


def test_a_skipped_test_is_not_run(tmp_path: Path) -> None:
    out = tmp_path / "rows.json"
    skipped = WORDY + 'skip = "not yet"\n'
    run("home", str(write(tmp_path, HOME + LIGHT + skipped)), "--no-model", "--json", str(out))
    assert len(json.loads(out.read_text(encoding="utf-8"))["rows"]) == 2


def test_eval_tools_prints_the_baselines(tmp_path: Path) -> None:
    out = tmp_path / "rows.json"
    shown = run("tools", str(write(tmp_path, VOLUME)), "--no-model", "--json", str(out))
    assert "100.0%" in shown
    assert [score["model"] for score in json.loads(out.read_text())["scores"]] == [
        "fast path alone",
        "plain parser",
        "call maker",
    ]


@pytest.mark.parametrize("command", ["home", "tools"])
def test_a_file_that_is_not_there_is_an_error_for_people(tmp_path: Path, command: str) -> None:
    with pytest.raises(InputError, match="Cannot read"):
        run(command, str(tmp_path / "none.toml"), "--no-model")


async def judged(folder: Path, *arguments: str, steps: list[Step]) -> list[dict[str, Any]]:
    """The scores that a scripted model gets that was met before."""
    out = folder / "rows.json"
    remember(DIGEST, KNOWN)
    async with scripted_ollama(steps) as ollama:
        chosen = ("--provider", "ollama", "--model", MODEL, "--json", str(out))
        environment = {"VOICE_GATEWAY_OLLAMA_BASE_URL": ollama.url}
        await asyncio.to_thread(run, *arguments, *chosen, **environment)
    return scores_of(out, MODEL)


def scores_of(written: Path, model: str) -> list[dict[str, Any]]:
    """The scores of one model; the baselines stand beside them."""
    scores = json.loads(written.read_text(encoding="utf-8"))["scores"]
    return [score for score in scores if score["model"] == model]


async def test_a_model_is_judged_with_and_without_the_fast_path(tmp_path: Path) -> None:
    wrong = call(("control_zwave_device", {"device": "hallway lamp", "action": "off"}))
    file = str(write(tmp_path, HOME + LIGHT))
    with_it, without = await judged(tmp_path, "home", file, steps=[wrong, say("It is off.")])
    assert (with_it["model"], with_it["fast_path"], with_it["done"]) == (MODEL, True, 1.0)
    assert (without["fast_path"], without["done"], without["wrong_changes"]) == (False, 0.0, 1.0)


async def test_a_model_is_judged_natively_and_constrained(tmp_path: Path) -> None:
    written = json.dumps({"tool": "control_speaker_volume", "arguments": {"action": "mute"}})
    steps = [say("I have muted it."), say(written)]
    native, constrained = await judged(tmp_path, "tools", str(write(tmp_path, VOLUME)), steps=steps)
    assert (native["mode"], native["right_tool"]) == ("native", 0.0)
    assert (constrained["mode"], constrained["right_call"]) == ("constrained", 1.0)


@pytest.fixture
def weights(small_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A model file of one's own, met before."""
    monkeypatch.setenv("VOICE_GATEWAY_OLLAMA_TIMEOUT", "600")
    file = tmp_path / "mine.gguf"
    file.symlink_to(small_model)
    remember(model_at(file).digest, KNOWN)
    return file


def test_eval_tools_judges_a_model_file(tmp_path: Path, weights: Path) -> None:
    out = tmp_path / "rows.json"
    run("tools", str(write(tmp_path, VOLUME)), "--model", str(weights), "--json", str(out))
    assert [score["mode"] for score in scores_of(out, "mine")] == ["native", "constrained"]


def test_eval_home_judges_the_model_file_that_is_set(tmp_path: Path, weights: Path) -> None:
    out = tmp_path / "rows.json"
    file = write(tmp_path, HOME + LIGHT)
    # What it says is of no sense in any case, so it need not say much.
    chosen = {"VOICE_GATEWAY_ENGINE_MODEL": str(weights), "VOICE_GATEWAY_OLLAMA_NUM_PREDICT": "16"}
    run("home", str(file), "--provider", "builtin", "--json", str(out), **chosen)
    assert [score["fast_path"] for score in scores_of(out, "mine")] == [True, False]


def test_a_model_file_that_is_none_is_explained(tmp_path: Path) -> None:
    file = tmp_path / "none.gguf"
    with pytest.raises(ModelError, match="no model file"):
        run("tools", str(write(tmp_path, VOLUME)), "--model", str(file))
