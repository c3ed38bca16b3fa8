"""An application on a real socket, in a thread with a loop of its own."""

import asyncio
import threading
from types import TracebackType

import uvicorn
from starlette.types import ASGIApp


class Serving:
    """Serves an application on a free loopback port for the length of a `with`."""

    def __init__(self, app: ASGIApp) -> None:
        config = uvicorn.Config(app, "127.0.0.1", 0, lifespan="off", log_level="error")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=asyncio.run, args=(self._server.serve(),))
        self.address = ""

    def __enter__(self) -> "Serving":
        self._thread.start()
        while not self._server.started:
            self._thread.join(0.01)
            assert self._thread.is_alive(), "the server did not start"
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.should_exit = True
        self._thread.join()
