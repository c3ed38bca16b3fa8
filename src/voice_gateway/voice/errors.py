"""What can go wrong between ear and mouth."""

from voice_gateway.errors import GatewayError
from voice_gateway.installation import how_to_add


class SoundError(GatewayError):
    """The microphone or the speaker cannot be used."""


class EngineError(GatewayError):
    """A part that hears or speaks is not installed or does not work."""


def no_sound_server() -> SoundError:
    return SoundError(
        "The sound server does not answer.",
        fix="Start PulseAudio or PipeWire, for example: systemctl --user start pulseaudio",
    )


def not_installed(part: str) -> EngineError:
    return EngineError(f"The voice part “{part}” is not installed.", fix=f"Install it: {how_to_add('voice')}")
