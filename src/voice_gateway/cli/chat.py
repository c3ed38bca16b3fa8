"""`voice-gateway chat`: a conversation in the terminal."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from voice_gateway.cli.aside import Aside, FarAside, NearAside
from voice_gateway.cli.context import Model, Provider, file_of, settings_of, tell
from voice_gateway.tasks import end

if TYPE_CHECKING:
    from voice_gateway.cli.assistant import Assistant
    from voice_gateway.settings import Settings

HELP = """/tools   what the assistant can use
/stats   how reliable it was in this chat
/trace   how the last answer came about
/reset   forget the conversation
/quit    leave (or Ctrl-D)"""


def chat(context: typer.Context, provider: Provider = None, model: Model = None) -> None:
    """Talk with the assistant; it remembers what was said.

    While `voice-gateway run` is up, it is the one that answers, unless a model is named. What was planned
    happens meanwhile, and timers ring here. Ctrl-C stops an answer, Ctrl-D leaves. Type /help for what else
    there is.
    """
    settings = settings_of(context, provider, model).settings
    asyncio.run(_meet(settings, None if provider or model else file_of(context)))


async def _meet(settings: "Settings", far: Path | None) -> None:
    from voice_gateway.assembly import open_gateway, warming
    from voice_gateway.cli.assistant import Here, reaching
    from voice_gateway.conversation import Conversation
    from voice_gateway.running import find_running

    if far and (running := await find_running(far)):
        async with reaching(running) as there:
            talk = _Talk(there, FarAside(there))
            listening = asyncio.create_task(talk.hear(there.announced()))
            try:
                await _converse(talk)
            finally:
                await end(listening)
        return
    async with open_gateway(settings, announce=tell) as gateway, warming(gateway):
        conversation = Conversation()
        talk = _Talk(Here(gateway, conversation), NearAside(gateway, conversation))
        with gateway.announcer.overhearing(talk.announce):
            await _converse(talk)


async def _converse(talk: "_Talk") -> None:
    interactive = sys.stdin.isatty()
    if interactive:
        print("Ctrl-C stops an answer, Ctrl-D leaves, /help shows what else there is.")
    async for line in _typed_lines() if interactive else _piped_lines():
        if line.startswith("/"):
            if not await talk.command(line.strip()):
                return
        elif line.strip():
            await talk.answer(line)


async def _typed_lines() -> AsyncIterator[str]:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import FileHistory
    from prompt_toolkit.patch_stdout import patch_stdout

    from voice_gateway.settings import data_dir

    data_dir().mkdir(parents=True, exist_ok=True)
    session: PromptSession[str] = PromptSession(history=FileHistory(str(data_dir() / "chat_history")))
    while True:
        try:
            with patch_stdout():  # what is told meanwhile stands above the line that is being typed
                line = await session.prompt_async("› ")
        except KeyboardInterrupt:
            print("(Ctrl-D leaves)")
        except EOFError:
            return
        else:
            yield line


async def _piped_lines() -> AsyncIterator[str]:
    from voice_gateway.cli.ask import decode

    while data := await asyncio.to_thread(sys.stdin.buffer.readline):
        yield decode(data)


class _Talk:
    """The conversation at hand."""

    def __init__(self, assistant: "Assistant", aside: Aside) -> None:
        self._assistant = assistant
        self._aside = aside
        self._printing = asyncio.Lock()

    async def hear(self, announced: "AsyncIterator[tuple[str, str]]") -> None:
        async for text, room in announced:
            await self.announce(text, room)

    async def announce(self, text: str, room: str) -> None:
        """Print what nobody has asked for, after an answer that is being printed."""
        async with self._printing:
            if sys.stdout.isatty():
                _ring()
            print(f"🔔 {room.capitalize()}: {text}" if room else f"🔔 {text}", flush=True)

    async def answer(self, line: str) -> None:
        async with self._printing:
            await self._answer(line)

    async def _answer(self, line: str) -> None:
        """Print the answer as it comes; Ctrl-C stops it and nothing else."""
        from voice_gateway.errors import GatewayError

        spoken = asyncio.create_task(self._assistant.say(line, _print_now))
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGINT, spoken.cancel)
        try:
            await spoken
            print()
        except asyncio.CancelledError:
            if not spoken.cancelled():
                raise
            print(" … (stopped)")
        except GatewayError as error:
            print(error)
        finally:
            loop.remove_signal_handler(signal.SIGINT)

    async def command(self, line: str) -> bool:
        """Obey a slash command; false when the chat is over."""
        from voice_gateway.cli.terminal import show
        from voice_gateway.cli.timeline import timeline

        match line.split(maxsplit=1)[0]:
            case "/tools":
                show(await self._aside.tools())
            case "/stats":
                show(await self._aside.figures())
            case "/trace":
                print(timeline(self._assistant.last) if self._assistant.last else "There is no answer yet.")
            case "/reset":
                await self._aside.reset()
                print("I have forgotten what was said.")
            case "/quit" | "/exit" | "/bye":
                return False
            case "/help":
                print(HELP)
            case other:
                print(f"There is no {other}.\n{HELP}")
        return True


def _ring() -> None:
    """The terminal's own bell, which moves no cursor."""
    if sys.__stdout__:
        sys.__stdout__.write("\a")
        sys.__stdout__.flush()


def _print_now(piece: str) -> None:
    print(piece, end="", flush=True)
