"""`voice-gateway run`: everything that is configured, behind one page."""

import asyncio
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.calling import called
from voice_gateway.cli.context import Model, Provider, file_of, settings_of
from voice_gateway.cli.ending import listening_for_the_end
from voice_gateway.cli.progress import note, part, tell

if TYPE_CHECKING:
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
        tell("Starting anew with the settings that were just written.")
        os.execv(sys.executable, [*sys.orig_argv, "--no-open", "--port", str(again)])  # noqa: S606
    tell("Stopped.")
    _leave()


async def _run(settings: "Settings", settings_file: Path, open_browser: bool) -> int | None:
    """Until it is ended; the port at which it is to begin anew, if that is wanted.

    The page is up first. What answers takes longer to come, most of it imports: it comes beside the page, and
    what is asked meanwhile waits for it.
    """
    began = time.perf_counter()
    from voice_gateway.console import Doorway, access_for, listen, serving
    from voice_gateway.console.certificate import certificate_for
    from voice_gateway.console.serve import own_address

    access = access_for(settings)
    certificate = certificate_for(settings, own_address())
    doorway = Doorway(access, settings.console)
    with listen(settings.console.host, settings.console.port) as listener:
        if (taken := settings.console.port) not in (0, port := listener.getsockname()[1]):
            note(f"Port {taken} is taken, perhaps by another voice-gateway run; this one is at {port}.")
        async with (
            listening_for_the_end() as end,
            serving(doorway, listener, doorway.close, certificate) as served,
        ):
            part("page", time.perf_counter() - began)
            imports = time.perf_counter()
            await _import_beside("voice_gateway.cli.run_gateway")
            part("program", time.perf_counter() - imports)
            from voice_gateway.cli.run_gateway import answering
            from voice_gateway.console.setup_api import SettingUp
            from voice_gateway.running import telling_where

            setting_up = SettingUp(settings_file, end.begin_anew)
            async with answering(settings, access, doorway, served, setting_up):
                key = f"/?token={access.token}" if access.token else ""
                ready = f"Ready after {time.perf_counter() - began:.1f} s: {served.for_others}{key}"
                tell(f"\n{ready}\nIn another terminal: {called()} chat\n(Ctrl-C ends)\n")
                if open_browser:
                    await asyncio.to_thread(_show, served.url + key)
                shown = certificate.file if certificate else None
                with telling_where(served.url, access.token, settings_file, shown):
                    await end.wait()
                return port if end.anew else None


async def _import_beside(module: str) -> None:
    """While requests are answered, and in a thread of its own: who ends the program waits for no import."""
    thread = ThreadPoolExecutor(1, "import")
    try:
        await asyncio.get_running_loop().run_in_executor(thread, import_module, module)
    finally:
        thread.shutdown(wait=False)


def _leave() -> None:
    """All is closed. Imports, and what the built-in model still reads, cannot be interrupted; we go."""
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
