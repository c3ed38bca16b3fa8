"""What can go wrong between ear and mouth."""

from voice_gateway.errors import GatewayError


class SoundError(GatewayError):
    """The microphone or the speaker cannot be used."""


class EngineError(GatewayError):
    """A part that hears or speaks is not installed or does not work."""


def not_installed(part: str) -> EngineError:
    return EngineError(
        f"The voice part “{part}” is not installed.", fix="Install it: pip install 'voice-gateway[voice]'"
    )
