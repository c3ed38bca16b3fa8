"""When the model is in memory: loaded once for all who ask, let go after the last request that uses it."""

import asyncio
import threading
from concurrent.futures import Executor, Future
from contextlib import suppress

from voice_gateway.engine.llama import Llama, Load
from voice_gateway.memory import give_back


class Resident:
    """A loaded model and who uses it."""

    def __init__(self, llama: Llama) -> None:
        self.llama = llama
        self._users = 0
        self._retired = False
        self._lock = threading.Lock()

    def take(self) -> bool:
        """Become a user. False when the model is already on its way out."""
        with self._lock:
            self._users += not self._retired
            return not self._retired

    def leave(self) -> None:
        with self._lock:
            self._users -= 1
            last = self._retired and not self._users
        if last:
            self._close()

    def retire(self) -> None:
        """Let no new user in; the last one out frees the memory."""
        with self._lock:
            idle = not self._users and not self._retired
            self._retired = True
        if idle:
            self._close()

    def _close(self) -> None:
        self.llama.close()
        give_back()


class Residence:
    """The one place where a model is loaded and unloaded. May be used from several event loops."""

    def __init__(self, load: Load, executor: Executor) -> None:
        self._load = load
        self._executor = executor
        self._lock = threading.Lock()
        self._loading: Future[Resident] | None = None

    @property
    def loaded(self) -> bool:
        loading = self._loading
        return loading is not None and loading.done() and not loading.exception()

    async def enter(self) -> Resident:
        """The loaded model, with the caller as one of its users. Loads it first if need be."""
        while True:
            with self._lock:
                if self._loading is None or (self._loading.done() and self._loading.exception()):
                    self._loading = self._executor.submit(lambda: Resident(Llama(self._load)))
                loading = self._loading
            resident = await asyncio.shield(asyncio.wrap_future(loading))
            if resident.take():
                return resident
            with self._lock:
                if self._loading is loading:
                    self._loading = None

    async def clear(self) -> None:
        """Unload. Requests that are under way end as if nothing happened."""
        with self._lock:
            loading, self._loading = self._loading, None
        if loading is not None:
            await asyncio.wrap_future(self._executor.submit(_retire, loading))


def _retire(loading: Future[Resident]) -> None:
    with suppress(Exception):
        loading.result().retire()
