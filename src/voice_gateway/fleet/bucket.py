"""The bucket of one home, of JetStream's key-value kind, in which all lies that its gateways share.

Every write says what it has seen last, so that of two gateways that write at once only one gets through. A
write of which nobody knows whether it got through is sent again under the same number, and is recognised.
"""

import asyncio
import base64
import json
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from voice_gateway.fleet.errors import Conflict, Unanswered
from voice_gateway.fleet.requests import PATIENCE, gone, headers_of, moment_of, sequence_of, tries, unreached

if TYPE_CHECKING:
    from nats.aio.client import Client

_OPENING: Final = 30.0
_ONE_TRY: Final = 1.5
_MANY: Final = 16
"""A gap larger than this is closed by batches, which any server may answer and not only the first of them."""

_FRESH: Final = 3.0
"""Seconds without an answer after which nobody knows whether the line still is one."""

_RECEIPT: Final = 120.0
_WRITE: Final = "Voice-Gateway-Write"
_LAST, _LAST_OF = "Nats-Expected-Last-Subject-Sequence", "Nats-Expected-Last-Subject-Sequence-Subject"


@dataclass(frozen=True, slots=True)
class Held:
    """What lies under a key; nothing, where it was deleted."""

    key: str
    value: bytes
    sequence: int
    write: str = ""
    """Of which write it is a part."""


class Bucket:
    """Keys are words with dots between them."""

    def __init__(self, client: "Client", home: str, replicas: int = 1) -> None:
        self.client = client
        self.home = home
        self._replicas = replicas
        self._stream = f"KV_vg_{home}"
        self._prefix = f"$KV.vg_{home}."
        self.ahead = 0.0
        """Seconds; see `compare_clocks`."""

        self._heard = 0.0

    async def open(self) -> None:
        """Make it where it is not there yet."""
        config = {
            "name": self._stream, "subjects": [f"{self._prefix}>"], "max_msgs_per_subject": 1,
            "storage": "file", "retention": "limits", "discard": "new", "num_replicas": self._replicas,
            "allow_direct": True, "allow_rollup_hdrs": True, "allow_msg_ttl": True, "allow_atomic": True,
        }  # fmt: skip
        async for _ in tries(_OPENING):
            try:
                # Servers that have just been started elect their first before they answer.
                await self._api(f"STREAM.INFO.{self._stream}", {}, patience=_OPENING)
                await self.compare_clocks()
                return
            except LookupError:
                # It is not there, or one of several servers does not know of it yet.
                await self._make(config)
        raise gone()

    async def _make(self, config: Mapping[str, Any]) -> None:
        try:
            await self._api(f"STREAM.CREATE.{self._stream}", config)
        except Unanswered:
            # Gateways that are started at once all make it, and one of them is told that it is being made.
            await asyncio.sleep(_ONE_TRY)
            try:
                await self._api(f"STREAM.INFO.{self._stream}", {})
            except LookupError:
                await self._api(f"STREAM.CREATE.{self._stream}", config)

    async def compare_clocks(self) -> None:
        """By how much the server's time of day is ahead of this machine's."""
        asked = time.time()
        told = await self._api(f"STREAM.INFO.{self._stream}", {})
        self.ahead = moment_of(told["ts"]) - (asked + time.time()) / 2

    @property
    def breaks(self) -> int:
        """How often the line was broken, so that something may have been missed that was told."""
        return int(self.client.stats["reconnects"])

    def unbroken(self, since: int) -> bool:
        """Whether everything was heard that others have told since there were so many breaks."""
        fresh = time.monotonic() - self._heard < _FRESH
        return fresh and self.client.is_connected and self.breaks == since

    async def get(self, key: str) -> Held | None:
        """As the first of the servers has it: never what was so a moment ago. A key may end with `>`."""
        return await self._message({"last_by_subj": self._prefix + key})

    async def keys(self, pattern: str) -> list[str]:
        """Those that there are; a `*` stands for one word."""
        told = await self._api(f"STREAM.INFO.{self._stream}", {"subjects_filter": self._prefix + pattern})
        return [subject.removeprefix(self._prefix) for subject in told["state"].get("subjects") or ()]

    async def put(self, key: str, value: bytes, *, last: int | None = None, lasts: float = 0) -> int:
        """Keep it, if `last` is still its last sequence (0: it is not there), for so many seconds. Gives the
        new sequence. Raises `Conflict`."""
        headers = {} if last is None else {_LAST: str(last)}
        return await self._written([(key, value, lasts)], headers, uuid.uuid4().hex)

    async def put_all(self, rows: Sequence[tuple[str, bytes, float]], under: str, last: int) -> int:
        """Keep all of these or none, if nothing under `under` was written since. Raises `Conflict`."""
        write = uuid.uuid4().hex
        headers = {_LAST: str(last), _LAST_OF: self._prefix + under}
        if len(rows) == 1:  # which is many times quicker
            return await self._written(rows, headers, write, written_again_after=last)
        # A row may be written again before anybody asks whether this got through; its receipt is not.
        receipt = (f"write.{write}", b"", _RECEIPT)
        return await self._written([*rows, receipt], headers, write) - 1

    async def after(self, sequence: int, under: str, until: int) -> list[Held]:
        """What was written under `under` after one sequence and up to another, in order."""
        found: list[Held] = []
        if until - sequence > _MANY:
            found = await self._batch(sequence + 1, under)
        at = found[-1].sequence if found else sequence
        while at < until:
            held = await self._message({"seq": at + 1, "next_by_subj": self._prefix + under})
            if held is None:
                break
            found.append(held)
            at = held.sequence
        return found

    async def _written(
        self,
        rows: Sequence[tuple[str, bytes, float]],
        headers: dict[str, str],
        write: str,
        written_again_after: int | None = None,
    ) -> int:
        """With a sequence, a row that was written by somebody else after it may have been ours before."""
        async for attempt in tries():
            batch = uuid.uuid4().hex
            try:
                return sequence_of(await self._sent(rows, headers | {_WRITE: write}, batch))
            except Conflict:
                there = await self.get(rows[-1][0]) if attempt else None
                if there and there.write == write:
                    return there.sequence
                if there and written_again_after is not None and there.sequence > written_again_after:
                    raise Unanswered("Nobody knows whether that was kept.") from None
                raise
            except unreached():
                continue
        raise gone()

    async def _sent(
        self, rows: Sequence[tuple[str, bytes, float]], first: dict[str, str], batch: str
    ) -> bytes:
        write = {_WRITE: first[_WRITE]}
        for number, (key, value, lasts) in enumerate(rows, 1):
            headers = dict(first if number == 1 else write)
            if lasts:
                headers["Nats-TTL"] = f"{max(1, round(lasts))}s"
            if len(rows) > 1:
                headers |= {"Nats-Batch-Id": batch, "Nats-Batch-Sequence": str(number)}
            if number < len(rows):
                await self.client.publish(self._prefix + key, value, headers=headers)
                continue
            if len(rows) > 1:
                headers["Nats-Batch-Commit"] = "1"
            reply = await self.client.request(self._prefix + key, value, timeout=_ONE_TRY, headers=headers)
        self._heard = time.monotonic()
        return reply.data

    async def _message(self, wanted: Mapping[str, Any]) -> Held | None:
        try:
            told = (await self._api(f"STREAM.MSG.GET.{self._stream}", wanted))["message"]
        except LookupError:
            return None
        headers = headers_of(base64.b64decode(told.get("hdrs", "")))
        return Held(
            told["subject"].removeprefix(self._prefix),
            base64.b64decode(told.get("data", "")),
            told["seq"],
            headers.get(_WRITE, ""),
        )

    async def _batch(self, first: int, under: str) -> list[Held]:
        """What one of the servers has, which may be a little behind."""
        found: list[Held] = []
        inbox = self.client.new_inbox()
        answers = await self.client.subscribe(inbox)
        wanted = {
            "seq": first,
            "next_by_subj": self._prefix + under,
            "batch": 100_000,
            "max_bytes": 50_000_000,
        }
        try:
            await self.client.publish(
                f"$JS.API.DIRECT.GET.{self._stream}", json.dumps(wanted).encode(), reply=inbox
            )
            while True:
                message = await answers.next_msg(timeout=_ONE_TRY)
                told = message.headers or {}
                if "Nats-Sequence" not in told:
                    return found
                key = told["Nats-Subject"].removeprefix(self._prefix)
                found.append(Held(key, message.data, int(told["Nats-Sequence"]), told.get(_WRITE, "")))
        except unreached():
            return found
        finally:
            await answers.unsubscribe()

    async def _api(self, what: str, wanted: Mapping[str, Any], patience: float = PATIENCE) -> dict[str, Any]:
        """Raises `LookupError` for what is not there."""
        async for _ in tries(patience):
            try:
                reply = await self.client.request(
                    f"$JS.API.{what}", json.dumps(wanted).encode(), timeout=_ONE_TRY
                )
            except unreached():
                continue
            self._heard = time.monotonic()
            told: dict[str, Any] = json.loads(reply.data)
            error = told.get("error")
            if error is None:
                return told
            if error.get("code") == 404:
                raise LookupError(error["description"])
            if error.get("code") != 503:
                raise Unanswered(f"NATS refuses what was asked of it: {error['description']}.")
        raise gone()
