"""The home: devices, what they are called, how they are commanded, and where they come from.

A `Home` is a Z-Wave network (`ZwaveHome`) or lives in memory (`SimulatedHome`); `open_home` chooses.
A `Command` is what a person asks; `plan` makes a `Change` of it, which each home writes its own way.
`Resolver` finds the devices that a person means; `Controller` carries out a wish and says truthfully what
came of it. The MCP server over a home is in `mcp_server`.
"""

from voice_gateway.devices.commands import Action, Command, parse_command
from voice_gateway.devices.control import NotConfirmed
from voice_gateway.devices.data import Asked, Data, DataQuestion
from voice_gateway.devices.device import Ability, Device, Status, device_from_table
from voice_gateway.devices.errors import CannotDo, DeviceError, HomeFileError, RefusedValue
from voice_gateway.devices.guard import Guard
from voice_gateway.devices.home import Confirmation, Health, Home
from voice_gateway.devices.kinds import Kind
from voice_gateway.devices.opening import open_home
from voice_gateway.devices.plan import can
from voice_gateway.devices.registry import Registry
from voice_gateway.devices.resolution import Ambiguous, Matched, Resolution, Unknown
from voice_gateway.devices.resolver import Resolver
from voice_gateway.devices.simulated import SimulatedHome, load_home
from voice_gateway.devices.state import Reading, State, state_from_table

__all__ = [
    "Ability",
    "Action",
    "Ambiguous",
    "Asked",
    "CannotDo",
    "Command",
    "Confirmation",
    "Data",
    "DataQuestion",
    "Device",
    "DeviceError",
    "Guard",
    "Health",
    "Home",
    "HomeFileError",
    "Kind",
    "Matched",
    "NotConfirmed",
    "Reading",
    "RefusedValue",
    "Registry",
    "Resolution",
    "Resolver",
    "SimulatedHome",
    "State",
    "Status",
    "Unknown",
    "can",
    "device_from_table",
    "load_home",
    "open_home",
    "parse_command",
    "state_from_table",
]
