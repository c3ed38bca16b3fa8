"""The caller's devices as a home in memory: what it is told becomes calls of the caller's tools."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from langchain_core.messages import ToolCall
from langchain_core.tools import BaseTool
from pydantic import Field

from voice_gateway.caller_tools.assist import Assist
from voice_gateway.caller_tools.entities import Entity, as_device
from voice_gateway.devices import (
    Action,
    CannotDo,
    Command,
    Confirmation,
    Guard,
    NotConfirmed,
    Resolver,
    SimulatedHome,
    State,
)
from voice_gateway.devices.change import Change
from voice_gateway.devices.degrees import Degrees
from voice_gateway.devices.home_file import HomePlan
from voice_gateway.devices.mcp_server.definitions import DEFINITIONS
from voice_gateway.devices.mcp_server.device_tools import DeviceTools
from voice_gateway.devices.plan import plan
from voice_gateway.errors import ToolError
from voice_gateway.tools import RegisteredTool, Tier, always, never

UNGUARDED = Guard(())
"""The caller has its own rules for its own home; it is only told what its person asks for."""


class BorrowedHome(SimulatedHome):
    """Nothing in it is real: commands are noted down as calls, and the caller makes them or not."""

    def __init__(
        self, entities: Iterable[Entity], assist: Assist, degrees: Degrees = Degrees.CELSIUS
    ) -> None:
        self.entities = {entity.id: entity for entity in entities}
        devices = tuple(as_device(entity, degrees) for entity in self.entities.values())
        super().__init__(HomePlan("the caller's home", devices), delay=0)
        self.assist = assist
        self.calls: list[ToolCall] = []

    async def command(self, device_id: str, command: Command) -> Confirmation:
        device, entity = self.registry[device_id], self.entities[device_id]
        change = plan(device, command)
        if command.action is Action.ON and change.to.mode:
            # Its own home knows best which mode that is.
            change = Change(State(on=True))
        call = self.assist.call(entity, change, twins=self._twins(entity))
        if call is None:
            raise CannotDo(f"The {device.label} can't be told that from here.")
        confirmation = await super().command(device_id, command)
        self.calls.append(call)
        return confirmation

    def _twins(self, entity: Entity) -> bool:
        """Whether its name and class alone would mean several."""
        same = [other for other in self.entities.values() if other.names[0] == entity.names[0]]
        return sum(other.domain == entity.domain for other in same) > 1

    def tools(self, resolver: Resolver) -> Sequence[RegisteredTool]:
        """The tools by which wishes are carried out here."""
        inside = DeviceTools(self, UNGUARDED)
        # An index over the names is made once, not once for each who looks into it.
        inside.controller.resolver = resolver
        return [
            RegisteredTool(
                _HomeTool(
                    name=definition.name,
                    description=definition.description,
                    args_schema=definition.schema,
                    inside=inside,
                ),
                Tier.DEVICE,
                acts=never if definition.reads_only else always,
            )
            for definition in DEFINITIONS
        ]


class _HomeTool(BaseTool):
    response_format: Literal["content", "content_and_artifact"] = "content_and_artifact"
    inside: Any = Field(exclude=True, repr=False)

    def _run(self, /, **arguments: Any) -> Any:
        raise NotImplementedError("the home's tools are asynchronous: use ainvoke")

    async def _arun(self, /, **arguments: Any) -> tuple[str, Any]:
        answer = await self.inside.call(self.name, arguments, _nobody)
        if answer.is_error:
            raise ToolError(answer.text, data=answer.data)
        return answer.text, answer.data


async def _nobody(_question: str) -> bool:
    raise NotConfirmed("There is nobody to ask.")
