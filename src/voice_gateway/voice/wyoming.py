"""Serves transcription, speech, wake word and conversation over the Wyoming protocol.

Home Assistant asks for one of them at a time; a satellite may also send `run-pipeline` and then only sound:
it gets back what was heard, what was answered, and the answer's sound.
"""

import asyncio
import logging
import textwrap
from collections import OrderedDict
from collections.abc import AsyncIterator

from wyoming.info import Info

from voice_gateway.caller import Caller
from voice_gateway.connections import Connections, Place
from voice_gateway.conversation import Conversation
from voice_gateway.errors import GatewayError, SettingsError
from voice_gateway.gateway import Gateway
from voice_gateway.memory import give_back
from voice_gateway.voice.audio import Sound
from voice_gateway.voice.heard import Hearing
from voice_gateway.voice.parts import VoiceParts
from voice_gateway.voice.sentences import SentenceSplitter
from voice_gateway.voice.speakable import speakable
from voice_gateway.voice.whereabouts import Whereabouts, whereabouts

REMEMBERED = 256
"""Conversations that are kept by their number; those that were longest silent are forgotten first."""

MOST = 100
PER_CLIENT = 50
"""Connections. Home Assistant opens one for each thing it asks; a satellite holds one or two."""

BREATH = 400
"""Characters that are spoken at once. A sentence without end would take longer than anyone waits."""

log = logging.getLogger(__name__)


class WyomingService:
    """What all satellites share: the gateway, the engines and the numbered conversations."""

    def __init__(self, gateway: Gateway, parts: VoiceParts) -> None:
        self.parts = parts
        self.gateway = gateway
        if bad := [each for each in parts.settings.rooms if not all(each.partition("="))]:
            raise SettingsError(
                f"“{bad[0]}” in voice.rooms says no room.", fix="Write NAME=ROOM, such as sat-2=Bedroom."
            )
        self.hearing = Hearing(gateway, parts.transcriber)
        self._conversations: OrderedDict[str, Conversation] = OrderedDict()
        self.connections = Connections(MOST, PER_CLIENT)

    def leave(self, place: Place) -> None:
        """Every client had ears of its own, of some megabytes: when it is quiet, they are given back."""
        self.connections.leave(place)
        if not len(self.connections):
            asyncio.get_running_loop().run_in_executor(None, give_back)

    async def load(self) -> None:
        await asyncio.gather(self.hearing.load(), self.parts.load())

    async def answer(
        self, text: str, conversation: Conversation, caller: Caller, room: str, heard: float = 1.0
    ) -> tuple[str, bool]:
        """What to say, and whether the sentence was handled; who is asked back was heard."""
        try:
            answer = await self.gateway.turn(text, conversation, caller=caller, room=room, heard=heard)
            return answer.text, answer.outcome.helped
        except GatewayError as error:
            log.warning("%s", error)
            return error.message, False

    async def speak(self, text: str) -> AsyncIterator[Sound]:
        """The sound of a text, sentence by sentence."""
        splitter = SentenceSplitter()
        for sentence in [*splitter.feed(text), *splitter.finish()]:
            for words in textwrap.wrap(speakable(sentence), BREATH):
                if any(character.isalnum() for character in words):
                    yield await asyncio.to_thread(self.parts.speech.speak, words)

    def whereabouts(self, address: str, info: Info | None = None) -> Whereabouts:
        home = self.gateway.home
        rooms = list(dict.fromkeys(device.room for device in home.devices() if device.room)) if home else []
        return whereabouts(info, address, self.parts.settings.rooms, rooms)

    def conversation(self, number: str) -> Conversation:
        """The conversation that a client calls by this number."""
        found = self._conversations.pop(number, None) or Conversation()
        self._conversations[number] = found
        while len(self._conversations) > REMEMBERED:
            self._conversations.popitem(last=False)
        return found
