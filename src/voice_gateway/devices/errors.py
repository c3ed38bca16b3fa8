"""What can go wrong with a device, in words that can be said to a person."""

from voice_gateway.errors import GatewayError, ToolError


class HomeFileError(GatewayError):
    """A home file cannot be read or describes something that does not exist."""


class DeviceError(ToolError):
    """A device did not do what it was asked to do; the message can be spoken as it is."""


class CannotDo(DeviceError):
    """The device is not built for this: a plain switch cannot be dimmed."""


class RefusedValue(DeviceError):
    """The value is missing, out of range, or the device itself said no to it."""


class BadCall(DeviceError):
    """A tool was called with what it does not take: told to who made the call, and to nobody else."""


class NotAnswering(DeviceError):
    """The device is dead, or did not confirm in time."""


class Asleep(DeviceError):
    """The device sleeps to save its battery and takes commands only when it wakes."""


class ConnectionLost(DeviceError):
    """The home cannot be reached, or the line broke while a command was under way."""


class Unreached(ConnectionLost):
    """The home could not be reached, so that nothing has left; another way may be tried."""


def no_answer(label: str) -> NotAnswering:
    return NotAnswering(f"The {label} does not answer.")


def no_answer_to_it(label: str) -> NotAnswering:
    return NotAnswering(f"The {label} does not answer. It is not known whether it changed.")


def no_confirmation(label: str) -> NotAnswering:
    return NotAnswering(f"The {label} did not confirm. It is not known whether it changed.")


def refused(label: str) -> RefusedValue:
    return RefusedValue(f"The {label} refused, so it was not changed.")
