"""Lets a person cut in while the assistant speaks: by the wake word, or by a plain "stop"."""

import re
from collections import deque
from collections.abc import Awaitable, Callable
from enum import StrEnum

import numpy as np

from voice_gateway.conversation import CUT_OFF, Conversation
from voice_gateway.voice.audio import FRAME_SECONDS, FULL_SCALE, Sound
from voice_gateway.voice.speaker import Speaker
from voice_gateway.voice.vad import SPEECH, VoiceActivity

_STOP = re.compile(
    r"(?:(?:please|okay|ok|hey)\W+)*"
    r"(?:stop|shut up|be quiet|quiet|silence|enough|cancel|never ?mind|hush|shush)"
    r"(?:\W+(?:it|that|please|now|talking|stop|thanks|thank you))*\W*",
    re.I,
)

BEGINS = 3
"""Frames of speech in a row after which somebody has cut in."""

LONGEST = 1.5
"""Seconds; "stop" is shorter, so what goes on for longer is not meant for us."""

ECHO_WITHIN = 0.6
"""Seconds after the assistant began to speak in which only its own echo is heard; people are slower."""

QUIET_AFTER = 0.2
"""Seconds of silence that end a word."""


class Cut(StrEnum):
    """How the person cut in."""

    WAKE_WORD = "wake word"
    STOP = "stop"


def is_stop(text: str) -> bool:
    """Whether these words want silence and nothing else."""
    return bool(_STOP.fullmatch(text.strip()))


def remember_cut(conversation: Conversation, sentence: str, heard: str) -> None:
    """Let the conversation know how far the answer was heard, whether it was whole by then or not."""
    from langchain_core.messages import AIMessage

    if conversation.turns and conversation.turns[-1][0].text == sentence:
        conversation.turns[-1][-1] = AIMessage(f"{heard} {CUT_OFF}".strip())


class StopWord:
    """Hears a short word while the assistant speaks: pauses, asks what it was, and goes on if it was nothing.

    Where the microphone hears the speaker, the assistant's own voice would be such a word. That shows at
    once, in its first syllables; the rest of that answer can then be cut off by the wake word only.
    """

    def __init__(
        self,
        activity: VoiceActivity,
        speaker: Speaker,
        transcribe: Callable[[Sound], Awaitable[str]],
        quietest: float,
    ) -> None:
        self._activity = activity
        self._speaker = speaker
        self._transcribe = transcribe
        self._quietest = quietest
        self._before: deque[bytes] = deque(maxlen=12)
        self._frames: list[bytes] = []
        self._in_a_row = self._silent = self._heard = 0
        self._deaf = False
        """Whether listening is of no use in this answer: an echo, or people who talk among themselves."""

        activity.reset()

    async def hear(self, frame: bytes) -> bool:
        """Whether "stop" was said, now that this frame has been heard."""
        if self._deaf:
            return False
        self._heard += 1
        speech = self._activity.hear(frame) >= SPEECH and loudness(frame) > self._quietest
        if self._heard * FRAME_SECONDS <= ECHO_WITHIN:
            self._deaf = speech
            return False
        if not self._frames:
            self._before.append(frame)
            self._in_a_row = self._in_a_row + 1 if speech else 0
            if self._in_a_row >= BEGINS:
                self._speaker.pause()
                self._frames = list(self._before)
                self._silent = 0
            return False
        self._frames.append(frame)
        self._silent = 0 if speech else self._silent + 1
        if self._silent * FRAME_SECONDS < QUIET_AFTER and len(self._frames) * FRAME_SECONDS < LONGEST:
            return False
        word, self._frames, self._in_a_row = Sound(b"".join(self._frames)), [], 0
        self._deaf = word.seconds >= LONGEST
        if not self._deaf and is_stop(await self._transcribe(word)):
            return True
        self._speaker.resume()
        return False


def loudness(frame: bytes) -> float:
    """Decibels below full scale, of one frame."""
    samples = np.frombuffer(frame, "<i2").astype(np.float32) / FULL_SCALE
    return float(10 * np.log10(np.mean(samples * samples) + 1e-12))
