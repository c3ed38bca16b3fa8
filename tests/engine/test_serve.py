"""The engine on a socket, and the commands around it, as a person uses them."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from typer.testing import CliRunner

from tests.engine.adapter_file import write_adapter
from tests.engine.conftest import MODEL
from tests.engine.serving import Serving
from voice_gateway.cli.context import CommonOptions
from voice_gateway.cli.model import model_app
from voice_gateway.engine import Engine, LocalModel, create_app, serve
from voice_gateway.errors import ModelError

SERVE = (
    # Whoever started the tests may have had Ctrl-C ignored, which children inherit.
    "import signal\n"
    "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from voice_gateway.cli.context import CommonOptions\n"
    "from voice_gateway.cli.model import model_app\n"
    "model_app(['serve', '--port', '0'], obj=CommonOptions(None, None))\n"
)


def run(*arguments: str) -> tuple[int, str, BaseException | None]:
    result = CliRunner().invoke(model_app, arguments, obj=CommonOptions(None, None), env={"COLUMNS": "140"})
    return result.exit_code, result.output, result.exception


def test_serve_says_its_address_answers_there_and_ends_with_ctrl_c(engine: Engine) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    with process.stdout:
        said = process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+", said)
        assert address, said
        tags = httpx.get(f"{address.group()}/api/tags", trust_env=False).json()
        assert tags["models"][0]["name"] == MODEL
        os.kill(process.pid, signal.SIGINT)
        rest = process.stdout.read()
    assert process.wait(30) == 0
    assert rest == "Ended.\n"


async def test_a_port_that_is_taken_is_said_at_once(engine: Engine, address: str) -> None:
    with pytest.raises(ModelError, match="Cannot listen on"):
        await serve(engine, port=int(address.rpartition(":")[2]))


def test_list_shows_the_built_in_model_and_that_no_ollama_answers(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VOICE_GATEWAY_OLLAMA_BASE_URL", "http://127.0.0.1:9")
    code, output, _ = run("list")
    assert code == 0
    assert MODEL in output
    assert "apache-2.0" in output
    assert "No Ollama answers" in output


def test_show_tells_the_facts(engine: Engine) -> None:
    code, output, _ = run("show", MODEL)
    assert code == 0
    for fact in ("134.52M", "Q4_1", "apache-2.0", "8192", "tools"):
        assert fact in output


def test_bench_measures(engine: Engine) -> None:
    code, output, _ = run("bench", "--tokens", "8", "--threads", "2")
    assert code == 0
    for row in ("load", "memory", "reading a prompt", "writing an answer", "second turn"):
        assert row in output


def test_pull_without_an_ollama_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOICE_GATEWAY_OLLAMA_BASE_URL", "http://127.0.0.1:9")
    _, _, error = run("pull", "qwen3:0.6b")
    assert isinstance(error, ModelError)
    assert "no Ollama" in error.message
    assert "ollama serve" in (error.fix or "")


async def _pull(request: Request) -> Response:
    name = (await request.json())["model"]
    if name == "refused":
        return JSONResponse({"error": "not allowed"}, 403)
    steps = [
        '{"status":"pulling manifest"}',
        '{"status":"pulling abc","total":100,"completed":50}',
        '{"status":"success"}',
    ]
    if name == "unknown":
        steps = ['{"status":"pulling manifest"}', '{"error":"pull model manifest: file does not exist"}']
    return StreamingResponse(iter(step + "\n" for step in steps), media_type="application/x-ndjson")


@pytest.mark.parametrize(
    ("name", "message"), [("known", None), ("unknown", "file does not exist"), ("refused", "not allowed")]
)
def test_pull_follows_ollamas_progress(
    name: str, message: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Serving(Starlette(routes=[Route("/api/pull", _pull, methods=["POST"])])) as ollama:
        monkeypatch.setenv("VOICE_GATEWAY_OLLAMA_BASE_URL", ollama.address)
        code, output, error = run("pull", name)
    if message is None:
        assert code == 0
        assert "known is there" in output
    else:
        assert isinstance(error, ModelError)
        assert message in error.message


def test_an_ollama_that_runs_is_listed_too(
    engine: Engine, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine itself stands in for the Ollama: it speaks the same."""
    monkeypatch.setenv("VOICE_GATEWAY_OLLAMA_BASE_URL", address)
    _, output, _ = run("list")
    assert "Ollama" in output
    assert output.count(MODEL) == 2
    assert output.count("apache-2.0") == 2


@pytest.fixture
def other(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    """An Ollama that has a model which is not built in: the same weights under another name."""
    served = Engine(LocalModel("other:135m", engine.model.path), context=1024, slots=1)
    with Serving(create_app(served)) as ollama:
        monkeypatch.setenv("VOICE_GATEWAY_OLLAMA_BASE_URL", ollama.address)
        yield served
    asyncio.run(served.close())


def test_bench_measures_a_model_in_ollama_and_leaves_it_loaded_as_it_is_used(other: Engine) -> None:
    code, output, error = run("bench", "other:135M", "--tokens", "8")
    assert code == 0, error
    for row in ("other:135M", "load", "memory", "reading a prompt", "writing an answer", "second turn"):
        assert row in output
    assert " 0 MiB" not in output
    assert other.loaded


def test_bench_of_a_model_that_nobody_has_says_so(other: Engine) -> None:
    _, _, error = run("bench", "nope:1b")
    assert isinstance(error, ModelError)
    assert "model 'nope:1b' not found" in error.message


def test_bench_without_an_ollama_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOICE_GATEWAY_OLLAMA_BASE_URL", "http://127.0.0.1:9")
    _, _, error = run("bench", "nope:1b")
    assert isinstance(error, ModelError)
    assert "did not answer" in error.message


def test_bench_measures_a_file(engine: Engine, tmp_path: Path) -> None:
    file = tmp_path / "Mine.gguf"
    file.symlink_to(engine.model.path)
    code, output, error = run("bench", str(file), "--tokens", "8", "--threads", "2")
    assert code == 0, error
    assert "mine" in output


def test_show_of_an_unknown_model_and_of_a_broken_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VOICE_GATEWAY_OLLAMA_BASE_URL", "http://127.0.0.1:9")
    _, _, error = run("show", "nope")
    assert isinstance(error, ModelError)
    monkeypatch.setenv("VOICE_GATEWAY_ENGINE_MODEL", str(write_adapter(tmp_path / "a.gguf", 576)))
    _, _, error = run("list")
    assert isinstance(error, ModelError)
