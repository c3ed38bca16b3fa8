"""`voice-gateway run`: everything that is configured, behind one page."""

import asyncio
import os
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.calling import called
from voice_gateway.cli.context import Model, Provider, file_of, settings_of

if TYPE_CHECKING:
    from voice_gateway.console import Console
    from voice_gateway.settings import Settings


def run(
    context: typer.Context,
    provider: Provider = None,
    model: Model = None,
    host: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Listen here; anything but this machine needs a token."),
    ] = None,
    port: Annotated[
        int | None, typer.Option(metavar="PORT", help="Listen here, or at the next port that is free.")
    ] = None,
    open_browser: Annotated[
        bool | None,
        typer.Option("--open/--no-open", help="Open the page in a browser. [default: on a desktop]"),
    ] = None,
) -> None:
    """Start everything that is configured and serve the console: talk, the home, and how reliable it is.

    What was planned happens while it runs, and timers ring on the page. Other programs find an Ollama API at
    /ollama, an OpenAI API at /v1, an MCP server at /mcp, and a description of everything at /docs. Ctrl-C
    ends it.
    """
    settings = settings_of(context, provider, model, **{"console.host": host, "console.port": port}).settings
    show = on_desktop() if open_browser is None else open_browser
    again = None
    with suppress(asyncio.CancelledError):
        again = asyncio.run(_run(settings, file_of(context), show))
    if again is not None:
        _tell("Starting anew with the settings that were just written.")
        os.execv(sys.executable, [*sys.orig_argv, "--no-open", "--port", str(again)])  # noqa: S606
    _tell("Stopped.")
    _leave()


async def _run(settings: "Settings", settings_file: Path, open_browser: bool) -> int | None:
    """Until it is ended; the port at which it is to begin anew, if that is wanted."""
    began = time.perf_counter()
    from voice_gateway.assembly import open_gateway
    from voice_gateway.console import Console, access_for, create_app, listen, serving
    from voice_gateway.console.certificate import certificate_for
    from voice_gateway.console.hearing import hearing_for
    from voice_gateway.console.link import Link
    from voice_gateway.console.serve import own_address
    from voice_gateway.console.setup_api import SettingUp
    from voice_gateway.console.telemetry import exporting
    from voice_gateway.running import telling_where

    access = access_for(settings)
    certificate = certificate_for(settings, own_address())
    with listen(settings.console.host, settings.console.port) as listener:
        if (taken := settings.console.port) not in (0, port := listener.getsockname()[1]):
            _note(f"Port {taken} is taken, perhaps by another voice-gateway run; this one is at {port}.")
        _part("program", time.perf_counter() - began)
        async with _listening_for_the_end() as end, open_gateway(settings, _note, _part) as gateway:
            hearing = hearing_for(gateway)
            setting_up = SettingUp(settings_file, end.begin_anew)
            console = Console(gateway, voice=hearing.voice if hearing else None, setting_up=setting_up)
            app = create_app(console, access, extra=hearing.routes if hearing else [])
            with exporting(gateway.metrics, settings.telemetry.otlp_url):
                serves = serving(app, listener, console.live.close, certificate)
                async with serves as served, _warming(console):
                    key = f"/?token={access.token}" if access.token else ""
                    console.link = Link(served.url, served.for_others, access.token)
                    ready = f"Ready after {time.perf_counter() - began:.1f} s: {served.for_others}{key}"
                    _tell(f"\n{ready}\nIn another terminal: {called()} chat\n(Ctrl-C ends)\n")
                    if open_browser:
                        await asyncio.to_thread(_show, served.url + key)
                    shown = certificate.file if certificate else None
                    with telling_where(served.url, access.token, settings_file, shown):
                        await end.wait()
                    return listener.getsockname()[1] if end.anew else None


@dataclass
class _End:
    """The first Ctrl-C or SIGTERM ends all in order; a second one, or one before all is up, at once."""

    wanted: asyncio.Event = field(default_factory=asyncio.Event)
    in_order: bool = False
    anew: bool = False

    def begin_anew(self) -> None:
        self.anew = True
        self.wanted.set()

    async def wait(self) -> None:
        self.in_order = True
        await self.wanted.wait()
        self.in_order = False


@asynccontextmanager
async def _listening_for_the_end() -> AsyncIterator[_End]:
    end = _End()
    loop, task = asyncio.get_running_loop(), asyncio.current_task()

    def told() -> None:
        if end.in_order:
            end.wanted.set()
        elif task:
            task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, told)
    try:
        yield end
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)


@asynccontextmanager
async def _warming(console: "Console") -> AsyncIterator[None]:
    """Have the model ready soon, without anyone waiting for it."""
    from voice_gateway.memory import settle

    async def warm() -> None:
        _part("model warm", await console.warm_up())
        settle()

    task = asyncio.create_task(warm())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def _leave() -> None:
    """All is closed. What the built-in model still reads cannot be interrupted, and is not waited for."""
    others = [
        one for one in threading.enumerate() if one is not threading.current_thread() and not one.daemon
    ]
    for other in others:
        other.join(0.1)
    if any(other.is_alive() for other in others):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def on_desktop() -> bool:
    """Whether a person sits in front of this machine's own screen."""
    if os.environ.get("SSH_CONNECTION") or not sys.stdout.isatty():
        return False
    return sys.platform == "darwin" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _show(link: str) -> None:
    import webbrowser

    webbrowser.open(link)


def _part(name: str, seconds: float) -> None:
    _tell(f"  {seconds:6.2f} s  {name}")


def _note(line: str) -> None:
    _tell(f"            {line}")


def _tell(line: str) -> None:
    print(line, flush=True)
