"""What the household says of single devices: read from the settings file, and written back into it."""

import asyncio
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from voice_gateway.console.operations import Operation, Parameter
from voice_gateway.console.refused import no_device
from voice_gateway.console.requests import body_of, reply
from voice_gateway.devices import Device, Guard, Home
from voice_gateway.devices.caution import stays_on
from voice_gateway.settings import load_settings
from voice_gateway.settings.home import DeviceSettings
from voice_gateway.settings.write import write_device

_DEVICE = Parameter(
    "device", "path", {"type": "string", "minLength": 1, "maxLength": 200}, "Its id, from /api/home."
)
_NONE = {404: "There is no such device.", 400: "It cannot be called that; the error says why."}


class DeviceWords(BaseModel):
    """What is to be said of a device. What is left out stays; null takes the household's word back."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str | None = Field(None, min_length=1, max_length=80)
    aliases: list[str] | None = Field(None, max_length=20)
    room: str | None = Field(None, max_length=80)
    exposed: bool | None = Field(None, description="Whether the assistant knows of it at all.")
    guarded: bool | None = Field(None, description="Whether opening it or switching it on asks first.")
    keep_on: bool | None = Field(None, description="Whether “everything off” leaves it on.")


class DeviceFound(BaseModel):
    """A device as it is called now, and as its source calls it."""

    id: str
    name: str
    aliases: list[str]
    room: str
    exposed: bool
    guarded: bool | None = Field(description="Null where its kind decides.")
    watched: bool = Field(description="Whether it asks first, by its kind where nobody says so.")
    keep_on: bool
    found: DeviceWords = Field(description="What its source says; it counts where nothing else is told.")
    told: DeviceWords = Field(description="What stands in the settings file.")
    rooms: list[str] = Field(description="All rooms of the home.")
    file: str


class DeviceWordsApi:
    def __init__(self, home: Home, guard: Guard, path: Path) -> None:
        self._home = home
        self._guard = guard
        self._path = path

    def operations(self) -> list[Operation]:
        path = "/api/home/devices/{device}/settings"
        return [
            Operation(
                "device_settings", "GET", path, "Home", "See what the household says of a device", self.read,
                gives=DeviceFound, parameters=(_DEVICE,), problems=_NONE,
            ),
            Operation(
                "say_of_device", "POST", path, "Home", "Name a device, place it, guard it or hide it",
                self.write, DeviceWords, DeviceFound, parameters=(_DEVICE,), problems=_NONE,
            ),
        ]  # fmt: skip

    async def read(self, request: Request) -> Response:
        return reply(self._told(self._known(request)))

    async def write(self, request: Request) -> Response:
        device, asked = self._known(request), await body_of(request, DeviceWords)
        said = {name: getattr(asked, name) for name in asked.model_fields_set}
        if aliases := said.get("aliases"):
            said["aliases"] = [word for one in aliases if (word := " ".join(one.split()))]
        await asyncio.to_thread(write_device, self._path, device.id, said)
        # Read again, so that what somebody has changed by hand meanwhile counts as well.
        settings = await asyncio.to_thread(lambda: load_settings(file=self._path, environment={}).settings)
        self._home.registry.heed(settings.home.devices)
        return reply(self._told(device))

    def _known(self, request: Request) -> Device:
        device_id = str(request.path_params["device"])
        registry = self._home.registry
        now = registry.get(device_id)
        found = registry.found.get(now.id if now else device_id)
        if found is None:
            raise no_device(device_id)
        return found

    def _told(self, found: Device) -> DeviceFound:
        registry = self._home.registry
        told = registry.wanted(found.id) or DeviceSettings()
        shown = registry.get(found.id)
        now = shown or next(one for one in registry.hidden() if one.id == found.id)
        return DeviceFound(
            id=found.id, name=now.name, aliases=list(now.aliases), room=now.room, exposed=shown is not None,
            guarded=now.guarded, watched=self._guard.watches(now), keep_on=stays_on(now),
            file=str(self._path),
            rooms=sorted({one.room for one in (*registry.found.values(), *registry.all()) if one.room}),
            found=DeviceWords(
                name=found.name, aliases=list(found.aliases), room=found.room, guarded=found.guarded,
                keep_on=found.keep_on,
            ),
            told=DeviceWords.model_validate(
                told.model_dump(mode="json", exclude_unset=True), strict=False
            ),
        )  # fmt: skip
