"""The binding to llama.cpp: one loaded model, used from worker threads. Everything here blocks.

llama.cpp's server runs inside this process. Completions go straight into it. What it offers only over HTTP
(rendering a template, counting tokens) is asked for over a Unix socket in a private folder: no port is
opened, and nobody else on the machine can reach it.
"""

import http.client
import json
import os
import shutil
import socket
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from voice_gateway.engine.failure import EngineError
from voice_gateway.engine.models import LocalModel
from voice_gateway.engine.template import chat_template
from voice_gateway.errors import ModelError
from voice_gateway.installation import how_to_add

Json = dict[str, Any]
OnEvent = Callable[[Json], bool]
"""Takes one event of a completion; true ends the completion."""

# llama.cpp looks for a cancelled request between two batches, so a smaller batch is let go of sooner.
_BATCH: Final = 256
# Threads that spin while they wait for each other starve on busy cores: 2 tokens a second instead of 65.
_PASSIVE_OPENMP: Final = {"OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "0"}
_READ_AHEAD: Final = 1 << 22
_ADMIN_TIMEOUT: Final = 60.0


@dataclass(frozen=True)
class Load:
    """How a model is loaded."""

    model: LocalModel
    adapter: Path | None
    threads: int
    context: int
    slots: int
    cache_mib: int
    small_cache: bool = False
    """Eight bits for a number in the cache instead of sixteen."""

    @property
    def rows(self) -> int:
        """How many prompts llama.cpp keeps side by side: twice as many when half of them use an adapter."""
        return self.slots * 2 if self.adapter else self.slots


class Llama:
    """A loaded model. Closing it, or dropping the last reference, gives its memory back."""

    def __init__(self, load: Load) -> None:
        xllamacpp = import_xllamacpp()
        # The constructor holds Python's lock, so the slow part, reading the disk, is done before it.
        _read_ahead(load.model.path)
        self._folder = Path(tempfile.mkdtemp(prefix="voice-gateway-"))
        self._socket = self._folder / "llama.sock"
        try:
            self._server = xllamacpp.Server(_parameters(xllamacpp, load, self._socket))
        except Exception as error:
            shutil.rmtree(self._folder, ignore_errors=True)
            reason = f"The model {load.model.name} could not be loaded from {load.model.path}."
            raise ModelError(
                reason, fix="Check that the file is whole and that there is memory for it."
            ) from error

    def close(self) -> None:
        self._server = None
        shutil.rmtree(self._folder, ignore_errors=True)

    def chat(self, body: Json, on_event: OnEvent) -> None:
        """Answer messages; `on_event` gets every event until the answer ends or it says stop."""
        self._complete("handle_chat_completions", body, on_event)

    def continue_text(self, body: Json, on_event: OnEvent) -> None:
        """Continue a raw prompt, without a template."""
        self._complete("handle_completions", body, on_event)

    def _complete(self, method: str, body: Json, on_event: OnEvent) -> None:
        failed: list[Json] = []

        def take(event: Json) -> bool:
            if isinstance(event.get("error"), dict):
                failed.append(event["error"])
                return True
            return on_event(event)

        try:
            getattr(self._server, method)(body, take)
        except (ValueError, RuntimeError, TypeError) as error:
            # What llama.cpp throws before it starts is about the request: a role, a schema, a template.
            raise EngineError(str(error), status=400) from error
        if failed:
            raise EngineError(str(failed[0].get("message", "unknown error")), int(failed[0].get("code", 500)))

    def render(self, body: Json) -> str:
        """The prompt that the chat template makes of these messages and tools."""
        return str(self._ask("/apply-template", body)["prompt"])

    def count(self, body: Json) -> int:
        """How many tokens these messages and tools are."""
        return int(self._ask("/chat/completions/input_tokens", body)["input_tokens"])

    def tokens(self, text: str) -> list[int]:
        """The text as tokens."""
        return list(self._ask("/tokenize", {"content": text})["tokens"])

    def text(self, tokens: Sequence[int]) -> str:
        """What these tokens say, markup included."""
        return str(self._ask("/detokenize", {"tokens": list(tokens)})["content"])

    def _ask(self, path: str, body: Json) -> Json:
        connection = _UnixConnection(self._socket)
        try:
            connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
            response = connection.getresponse()
            answer: Json = json.loads(response.read())
        finally:
            connection.close()
        if response.status != 200:
            error = answer.get("error", {})
            raise EngineError(str(error.get("message", "unknown error")), status=400)
        return answer


class _UnixConnection(http.client.HTTPConnection):
    def __init__(self, path: Path) -> None:
        super().__init__("localhost", timeout=_ADMIN_TIMEOUT)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(str(self._path))


def import_xllamacpp() -> Any:
    """Import llama.cpp, with the environment that it reads once, at import."""
    for name, value in _PASSIVE_OPENMP.items():
        os.environ.setdefault(name, value)
    try:
        import xllamacpp
    except ImportError as error:
        reason = "The engine of the built-in model is not installed."
        raise ModelError(reason, fix=f"Install it: {how_to_add('builtin')}") from error
    return xllamacpp


def _parameters(xllamacpp: Any, load: Load, listen: Path) -> Any:
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(load.model.path)
    parameters.chat_template = chat_template(load.model)
    parameters.use_jinja = True
    parameters.hostnames = [str(listen)]
    parameters.n_threads_http = 2
    parameters.ui = False
    parameters.verbosity = -1
    # Rows share one cache. As many as may be at work at a time have a whole window each, so that two long
    # conversations never fail each other; the others keep their prompts as long as there is room.
    parameters.n_parallel = load.rows
    parameters.n_ctx = load.context * load.slots
    parameters.kv_unified = True
    parameters.kv_unified_per_slot = load.context
    if load.small_cache:
        parameters.cache_type_k = parameters.cache_type_v = xllamacpp.ggml_type.GGML_TYPE_Q8_0
    parameters.fit_params = False
    parameters.n_batch = parameters.n_ubatch = _BATCH
    for group in (parameters.cpuparams, parameters.cpuparams_batch):
        group.n_threads = load.threads
    # A prompt that is set aside does not know whether it was computed with the adapter.
    parameters.cache_ram_mib = 0 if load.adapter else load.cache_mib
    parameters.warmup = False
    if load.adapter:
        adapter = xllamacpp.CommonAdapterLoraInfo()
        adapter.path, adapter.scale = str(load.adapter), 1.0
        parameters.lora_adapters = [adapter]
    return parameters


def _read_ahead(path: Path) -> None:
    with path.open("rb", buffering=0) as file:
        while file.read(_READ_AHEAD):
            pass
