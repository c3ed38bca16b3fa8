"""The Wyoming server, asked by the official client."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncTcpClient
from wyoming.event import Event
from wyoming.handle import Handled, NotHandled
from wyoming.info import Describe, Info
from wyoming.pipeline import PipelineStage, RunPipeline
from wyoming.tts import Synthesize
from wyoming.wake import Detect, Detection, NotDetected

from tests.assembled import Assemble, Assembled
from tests.home import SmallHome
from tests.scene import Play, Scene
from tests.servers.ollama import call_then_say, fail, say
from tests.voice.rig import PATIENCE, need_voice, shared_transcriber, spoken
from voice_gateway.routing import Intent
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.audio import Sound, silence
from voice_gateway.voice.errors import SoundError
from voice_gateway.voice.parts import choose_parts
from voice_gateway.voice.speaker import CollectingSpeaker
from voice_gateway.voice.wyoming import WyomingService
from voice_gateway.voice.wyoming_server import serve_wyoming

ON = ("control_zwave_device", {"device": "kitchen light", "action": "on"})


@asynccontextmanager
async def served(scene: Scene) -> AsyncIterator[str]:
    need_voice()
    parts = choose_parts(VoiceSettings(speech="flite"), speaker=CollectingSpeaker())
    parts.transcriber = shared_transcriber()
    service = WyomingService(scene.house.gateway, parts)
    await service.load()
    async with serve_wyoming(service, "tcp://127.0.0.1:0") as address:
        yield address


@asynccontextmanager
async def client(address: str) -> AsyncIterator[AsyncTcpClient]:
    host, port = address.removeprefix("tcp://").split(":")
    async with AsyncTcpClient(host, int(port)) as connected:
        yield connected


async def send_sound(connected: AsyncTcpClient, sound: Sound, *, ends: bool = True) -> None:
    await connected.write_event(AudioStart(rate=sound.rate, width=2, channels=1).event())
    for start in range(0, len(sound.data), 3200):
        piece = sound.data[start : start + 3200]
        await connected.write_event(AudioChunk(rate=sound.rate, width=2, channels=1, audio=piece).event())
    if ends:
        await connected.write_event(AudioStop().event())


async def next_event(connected: AsyncTcpClient) -> Event:
    async with asyncio.timeout(PATIENCE):
        event = await connected.read_event()
    assert event is not None
    return event


async def until(connected: AsyncTcpClient, kind: str) -> list[Event]:
    events = [await next_event(connected)]
    while events[-1].type != kind:
        events.append(await next_event(connected))
    return events


async def test_it_says_what_it_offers(play: Play) -> None:
    async with play(Intent.GENERAL, (), []) as scene, served(scene) as address, client(address) as house:
        await house.write_event(Describe().event())
        info = Info.from_event(await next_event(house))
    assert info.asr
    assert info.tts
    assert info.wake[0].models[0].phrase == "Hey Jarvis"
    assert info.handle[0].supports_home_control


async def test_it_transcribes_sound_of_any_rate(play: Play) -> None:
    async with play(Intent.GENERAL, (), []) as scene, served(scene) as address, client(address) as house:
        await house.write_event(Transcribe(language="en").event())
        await send_sound(house, spoken("turn on the kitchen light").at(44_100))
        text = Transcript.from_event(await next_event(house)).text
    assert "kitchen light" in text.lower()


async def test_it_speaks(play: Play) -> None:
    async with play(Intent.GENERAL, (), []) as scene, served(scene) as address, client(address) as house:
        await house.write_event(Synthesize(text="The **bedroom lamp** is off. It is 21 °C.").event())
        began, *chunks, _ended = await until(house, "audio-stop")
        data = b"".join(AudioChunk.from_event(chunk).audio for chunk in chunks)
        text = await shared_transcriber().transcribe(Sound(data, AudioStart.from_event(began).rate))
    assert "bedroom lamp" in text.lower()


async def test_it_hears_the_wake_word_and_only_that(play: Play) -> None:
    async with play(Intent.GENERAL, (), []) as scene, served(scene) as address, client(address) as house:
        await house.write_event(Detect(names=["hey_jarvis"]).event())
        await send_sound(house, Sound(spoken("good morning everyone").data + silence(1).data))
        assert NotDetected.is_type((await next_event(house)).type)
        await house.write_event(Detect().event())
        await send_sound(house, Sound(spoken("hey jarvis").data + silence(1).data))
        assert Detection.from_event(await next_event(house)).name == "hey_jarvis"


async def test_two_satellites_talk_at_once_and_neither_hears_of_the_other(play: Play) -> None:
    """Both run a whole pipeline over one connection: wake word, command, answer, speech."""
    home = SmallHome()
    script = [call_then_say(ON, "Kitchen light is now on.")] * 4
    words = (spoken("hey jarvis"), silence(0.5), spoken("turn on the kitchen light"), silence(1))
    command = Sound(b"".join(word.data for word in words))

    async def satellite(address: str) -> list[Event]:
        async with client(address) as connected:
            stages = (PipelineStage.WAKE, PipelineStage.TTS)
            await connected.write_event(RunPipeline(*stages).event())
            await send_sound(connected, command)
            return await until(connected, "audio-stop")

    async with play(Intent.DEVICE, home.tools(), script) as scene, served(scene) as address:
        rooms = await asyncio.gather(satellite(address), satellite(address))
        lengths = sorted(len(chat["messages"]) for chat in scene.chats)
    for events in rooms:
        kinds = [event.type for event in events]
        assert kinds[0] == "detection"
        assert "transcript" in kinds
        assert any(AudioChunk.is_type(kind) for kind in kinds)
        [handled] = [Handled.from_event(event) for event in events if Handled.is_type(event.type)]
        assert handled.text == "Kitchen light is now on."
    assert home.lights["kitchen light"]
    assert lengths[0] == lengths[1], "the second satellite began with the first one's conversation"


async def test_each_connection_has_its_conversation_unless_the_client_numbers_them(play: Play) -> None:
    script = [say("One."), say("Two."), say("Three.")]
    async with play(Intent.GENERAL, (), script) as scene, served(scene) as address:
        for number in ("kitchen", "bedroom", "kitchen"):
            async with client(address) as house:
                asked = Transcript(text="and now", context={"conversation_id": number})
                await house.write_event(asked.event())
                answered = Handled.from_event(await next_event(house))
                assert answered.context == {"conversation_id": number}
        said = [[message["content"] for message in chat["messages"]] for chat in scene.chats]
    assert "One." not in said[1]
    assert "One." in said[2]


async def said(house: AsyncTcpClient, text: str, number: str | None = None) -> str:
    context = {"conversation_id": number} if number else None
    await house.write_event(Transcript(text=text, context=context).event())
    return str((await next_event(house)).data["text"])


@asynccontextmanager
async def opened(assemble: Assemble, **settings: Any) -> AsyncIterator[tuple[Assembled, str]]:
    need_voice()
    async with assemble() as house:
        parts = choose_parts(VoiceSettings(speech="flite", **settings), speaker=CollectingSpeaker())
        async with serve_wyoming(WyomingService(house.gateway, parts), "tcp://127.0.0.1:0") as address:
            yield house, address


async def test_a_client_that_numbers_nothing_is_known_by_its_connection(assemble: Assemble) -> None:
    """As clients of Wyoming 1.5: they send no context."""
    async with opened(assemble) as (house, at), client(at) as satellite, client(at) as other:
        assert "Unlock the front door?" in await said(satellite, "unlock the front door")
        assert "Nobody asked" in await said(other, "yes")
        assert house.state("front door").locked is True
        assert await said(satellite, "yes") == "Front door is now unlocked."


async def test_the_number_of_a_conversation_answers_no_question_of_another_connection(
    assemble: Assemble,
) -> None:
    async with opened(assemble) as (house, at), client(at) as satellite, client(at) as other:
        await said(satellite, "unlock the front door", "kitchen")
        assert "someone else" in await said(other, "yes", "kitchen")
        assert house.state("front door").locked is True
        assert await said(satellite, "yes", "kitchen") == "Front door is now unlocked."


@pytest.mark.parametrize("number", ["01JAX", None])
async def test_a_hub_that_connects_anew_for_every_sentence_is_known_by_its_address(
    assemble: Assemble, number: str | None
) -> None:
    async with opened(assemble, hubs=("127.0.0.1",)) as (_, address):
        async with client(address) as first:
            assert "Unlock the front door?" in await said(first, "unlock the front door", number)
        async with client(address) as second:
            assert await said(second, "yes", number) == "Front door is now unlocked."


async def test_a_model_that_is_down_is_not_handled_and_nonsense_is_let_go(play: Play) -> None:
    async with play(Intent.GENERAL, (), [fail(500, "down")] * 8) as scene, served(scene) as address:
        host, port = address.removeprefix("tcp://").split(":")
        _, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"this is not wyoming\n")
        await writer.drain()
        async with client(address) as house:
            await house.write_event(Transcript(text="tell me a story").event())
            assert NotHandled.is_type((await next_event(house)).type)
        writer.close()


async def test_an_address_that_is_taken_is_a_clear_message(play: Play) -> None:
    async with play(Intent.GENERAL, (), []) as scene, served(scene) as address:
        service = WyomingService(scene.house.gateway, choose_parts(VoiceSettings()))
        with pytest.raises(SoundError, match="Nobody can connect"):
            async with serve_wyoming(service, address):
                pass
