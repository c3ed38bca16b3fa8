"""Commands and what came of them, as they go from one gateway to another."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from voice_gateway.devices import Command, State
from voice_gateway.devices import errors as device_errors
from voice_gateway.devices.change import Act, Change
from voice_gateway.devices.commands import Action
from voice_gateway.devices.data import Appointment, Asked, Data, DataQuestion, Item, Outlook
from voice_gateway.devices.device import device_from_table
from voice_gateway.devices.errors import DeviceError
from voice_gateway.devices.home import Confirmation

Table = Mapping[str, Any]


def command_table(command: Command) -> dict[str, Any]:
    return {"action": command.action.value, "value": command.value}


def read_command(table: Table) -> Command:
    return Command(Action(table["action"]), table["value"])


def confirmation_table(confirmation: Confirmation) -> dict[str, Any]:
    change = confirmation.change
    told = {"told": change.told, "act": change.act, "words": change.words} if change else None
    return {"device": confirmation.device.as_table(), "finished": confirmation.finished, "change": told}


def read_confirmation(table: Table) -> Confirmation:
    """Raises the device's own error, where it was one."""
    if error := table.get("error"):
        raise read_error(error)
    told = table["change"]
    change = Change(State(**told["told"]), told["act"] and Act(told["act"]), told["words"]) if told else None
    return Confirmation(device_from_table(dict(table["device"])), table["finished"], change)


def error_table(error: DeviceError) -> dict[str, Any]:
    return {"error": {"kind": type(error).__name__, "message": error.message}}


def read_error(table: Table) -> DeviceError:
    kind = getattr(device_errors, str(table["kind"]), DeviceError)
    known = isinstance(kind, type) and issubclass(kind, DeviceError)
    return (kind if known else DeviceError)(str(table["message"]))


def question_table(question: DataQuestion) -> dict[str, Any]:
    moments = {"start": question.start, "end": question.end}
    return {"about": question.about} | {name: one and one.isoformat() for name, one in moments.items()}


def read_question(table: Table) -> DataQuestion:
    start, end = (table[name] and datetime.fromisoformat(table[name]) for name in ("start", "end"))
    return DataQuestion(Asked(table["about"]), start or None, end or None)


def read_data(table: Table) -> Data:
    if error := table.get("error"):
        raise read_error(error)
    days = [Outlook(**one | {"day": date.fromisoformat(one["day"])}) for one in table["forecast"]]
    moments = [
        Appointment(**one | {name: datetime.fromisoformat(one[name]) for name in ("start", "end")})
        for one in table["events"]
    ]
    return Data(tuple(days), tuple(moments), tuple(Item(**one) for one in table["items"]))


def token(words: str) -> str:
    """For a subject, in which not every character may be."""
    return re.sub(r"[^A-Za-z0-9_-]", lambda one: f"={ord(one[0]):x}=", words)
