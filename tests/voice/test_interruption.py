"""Cutting in while the assistant speaks."""

import asyncio
import itertools
import json

import pytest

from tests.scene import Play
from tests.servers.http import Connection
from tests.servers.ollama import say
from tests.voice.rig import Room, parts_for, room, spoken
from tests.voice.rig import play as play_sound
from voice_gateway.conversation import CUT_OFF
from voice_gateway.routing import Intent
from voice_gateway.voice import State
from voice_gateway.voice.audio import RATE, Sound

LONG = (
    "There once was a lighthouse keeper who lived on a small island. Every evening he climbed the stairs to "
    "light the lamp. One night a storm came and the lamp went out. He rowed to the village to fetch oil."
)

pytestmark = pytest.mark.usefixtures("quiet_room")


async def speaking(place: Room) -> None:
    await place.say("hey jarvis", "tell me a story please")
    await place.until(lambda: State.SPEAKING in place.states)
    await asyncio.sleep(1)


def last_said(place: Room) -> str:
    return str(place.transcriber.conversation.turns[0][-1].text)


def is_silent(place: Room) -> bool:
    return Sound(place.recorded.data[-RATE:]).loudness < -60


async def test_the_wake_word_silences_it_and_the_next_sentence_is_heard(play: Play) -> None:
    script = [say(LONG), say("Fine.")]
    async with play(Intent.GENERAL, (), script) as scene, room(scene.house.gateway) as place:
        await speaking(place)
        await place.say("hey jarvis", "tell me a joke please")
        await place.back_to_listening()
        assert place.answers == [LONG, "Fine."]
        assert last_said(place).startswith("There once was")
        assert last_said(place).endswith(CUT_OFF)
        assert len(last_said(place)) < len(LONG)
        asked_again = scene.chats[-1]["messages"]
    first = place.states.index(State.SPEAKING)
    assert place.states[first + 1] is State.RECORDING
    assert any(CUT_OFF in message["content"] for message in asked_again)


async def test_the_models_stream_is_cancelled(play: Play) -> None:
    """The model is still writing when the person cuts in: nobody reads the rest of it."""
    left = asyncio.Event()

    async def never_ending(connection: Connection) -> None:
        await connection.start_chunks("application/x-ndjson")
        part = {"message": {"role": "assistant", "content": LONG + " "}, "done": False}
        stamp = {"model": connection.request.body["model"], "created_at": "2026-11-15T03:07:27.503969418Z"}
        try:
            for wave in itertools.count(1):
                await connection.chunk(json.dumps({**stamp, **part}).encode() + b"\n")
                part["message"] = {"role": "assistant", "content": f"and then wave {wave} "}
                await asyncio.sleep(0.1)
        finally:
            left.set()

    async with (
        play(Intent.GENERAL, (), [never_ending]) as scene,
        room(scene.house.gateway, patience=1) as place,
    ):
        await speaking(place)
        await place.say("hey jarvis")
        await place.back_to_listening()
        async with asyncio.timeout(20):
            await left.wait()
        assert last_said(place).endswith(CUT_OFF)
    assert not place.answers


async def test_a_plain_stop_silences_it_and_it_listens_for_the_wake_word_again(play: Play) -> None:
    async with play(Intent.GENERAL, (), [say(LONG)]) as scene, room(scene.house.gateway) as place:
        await speaking(place)
        await place.say("stop")
        await place.back_to_listening()
        await asyncio.sleep(0.7)
        assert is_silent(place)
        assert last_said(place).endswith(CUT_OFF)
    assert place.states.count(State.RECORDING) == 1


async def test_another_word_only_makes_it_pause(play: Play) -> None:
    short = LONG.split(".", maxsplit=1)[0] + "."
    async with play(Intent.GENERAL, (), [say(short)]) as scene, room(scene.house.gateway) as place:
        await speaking(place)
        await place.say("potato")
        await place.back_to_listening()
        assert last_said(place) == short
        assert "island" in await place.answer()


async def test_it_does_not_wake_itself(play: Play) -> None:
    """What it says goes into the microphone, and contains the wake word."""
    boast = "You can call me by saying, hey jarvis. I am always listening to you."
    parts = parts_for(speech="flite", voice="rms", microphone="speaker.monitor", stop_word=True)
    assert parts.sounds_like_wake_word(parts.speech.speak("hey jarvis"))
    async with play(Intent.GENERAL, (), [say(boast)]) as scene, room(scene.house.gateway, parts) as place:
        play_sound(spoken("hey jarvis"), "speaker")
        await place.until(lambda: State.RECORDING in place.states)
        await asyncio.sleep(0.3)
        await asyncio.to_thread(play_sound, spoken("tell me a story please"), "speaker")
        await place.back_to_listening()
        await asyncio.sleep(1)
    assert place.answers == [boast]
    assert place.states.count(State.RECORDING) == 1
