"""Every event of the Wyoming protocol, and what is no event."""

import json
import socket
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.assembled import Assemble
from tests.fuzz.house import House, fuzzing, open_house
from tests.fuzz.words import JSON, WORDS, asks_for, parts

END = "that was all"
STAGE = st.sampled_from(["wake", "asr", "intent", "handle", "tts"])
SOUND = {"rate": st.just(16_000), "width": st.just(2), "channels": st.just(1)}
EVENTS: dict[str, st.SearchStrategy[Any]] = {
    "transcript": parts({"text": WORDS}, context=parts({"conversation_id": WORDS}), language=WORDS),
    "synthesize": parts({"text": WORDS}, voice=JSON, context=JSON),
    "transcribe": parts({}, name=WORDS, language=WORDS, context=JSON),
    "detect": parts({}, names=JSON, context=JSON),
    "run-pipeline": parts({"start_stage": STAGE, "end_stage": STAGE}, restart_on_end=st.booleans()),
    "audio-start": parts(SOUND, timestamp=JSON),
    "audio-chunk": parts(SOUND, timestamp=JSON),
    "audio-stop": parts({}, timestamp=JSON),
    "describe": JSON,
    "info": JSON,
    "ping": parts({"text": WORDS}),
    "handled": parts({"text": WORDS}),
    "recognize": parts({"text": WORDS}),
    "intent": parts({"name": WORDS, "entities": JSON}),
    "timer-started": parts({"id": WORDS, "total_seconds": JSON, "command": parts({"text": WORDS})}),
    "voice-stopped": JSON,
    "no such event": JSON,
}
EVENT = st.sampled_from(list(EVENTS)).flatmap(
    lambda kind: st.tuples(st.just(kind), EVENTS[kind], st.binary(max_size=64) | st.just(bytes(1024)))
)
BROKEN = st.binary(max_size=40) | JSON.map(lambda value: json.dumps(value).encode() + b"\n")


def frame(kind: str, data: Any, payload: bytes) -> bytes:
    head = {"type": kind, "data": data, "payload_length": len(payload)}
    return json.dumps(head).encode() + b"\n" + payload


def heard(line: socket.socket) -> str:
    """Everything that comes back, until it answers our last word or hangs up."""
    told = b""
    while END.encode() not in told:
        try:
            more = line.recv(65_536)
        except ConnectionError:
            break
        if not more:
            break
        told += more
    return told.decode("utf-8", "replace")


async def test_no_event_breaks_anything_or_moves_what_it_does_not_ask_for(assemble: Assemble) -> None:
    def attack(house: House) -> None:
        @fuzzing(120)
        @given(st.lists(EVENT, max_size=4), st.just(b"") | BROKEN)
        def attempt(events: list[tuple[str, Any, bytes]], broken: bytes) -> None:
            said = [data["text"] for kind, data, _ in events
                    if kind == "transcript" and isinstance(data, dict) and "text" in data]  # fmt: skip
            allowed = set[str]().union(*map(asks_for, said))
            with house.only(allowed), socket.create_connection(house.wyoming, 60) as line:
                sent = b"".join(frame(*event) for event in events)
                line.sendall(sent + frame("ping", {"text": END}, b"") if not broken else sent + broken)
                line.shutdown(socket.SHUT_WR)
                heard(line)

        attempt()

    async with open_house(assemble) as house:
        await house.attacked(attack)
