"""The cloud voice, against a scripted service."""

import asyncio

import pytest
from pydantic import SecretStr

from tests.servers.http import Connection, serve
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.cloud import CloudSpeech
from voice_gateway.voice.errors import EngineError

PCM = b"\x01\x02" * 2400


async def test_a_sentence_is_asked_for_with_the_key_and_becomes_sound() -> None:
    async def answer(connection: Connection) -> None:
        await connection.send(PCM, kind="audio/pcm")

    async with serve(answer) as server:
        settings = VoiceSettings(
            speech="cloud", cloud_url=server.url, cloud_key=SecretStr("sk-voice"), rate=330
        )
        sound = await asyncio.to_thread(CloudSpeech(settings).speak, "Kitchen light is now on.")
    [request] = server.requests
    assert request.path == "/audio/speech"
    assert request.headers["authorization"] == "Bearer sk-voice"
    assert request.body["input"] == "Kitchen light is now on."
    assert request.body["speed"] == 2.0
    assert sound.seconds == 0.1


async def test_a_service_that_refuses_is_said_without_the_key() -> None:
    async def answer(connection: Connection) -> None:
        await connection.send(b"no", status=401)

    async with serve(answer) as server:
        settings = VoiceSettings(speech="cloud", cloud_url=server.url, cloud_key=SecretStr("sk-voice"))
        with pytest.raises(EngineError, match="does not answer") as caught:
            await asyncio.to_thread(CloudSpeech(settings).speak, "Hello.")
    assert "sk-voice" not in str(caught.value)
