"""Speech by a service in the cloud, or anything else that answers OpenAI's `/audio/speech`."""

import httpx

from voice_gateway.errors import SettingsError
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.audio import Sound
from voice_gateway.voice.errors import EngineError

RATE = 24_000
DEFAULT_VOICE = "alloy"
USUAL_PACE = 165
LONGEST = 20
"""Seconds to wait for a sentence."""


class CloudSpeech:
    """A voice that is asked for over HTTP. What is said leaves the house."""

    name = "cloud"

    def __init__(self, settings: VoiceSettings) -> None:
        self._settings = settings

    def load(self) -> None:
        if not self._settings.cloud_url:
            raise SettingsError(
                "A cloud voice is wanted, but not where.",
                fix="Set voice.cloud_url, such as https://api.openai.com/v1, and voice.cloud_key.",
            )

    def speak(self, text: str) -> Sound:
        self.load()
        settings = self._settings
        key = settings.cloud_key.get_secret_value() if settings.cloud_key else None
        wanted = {
            "model": settings.cloud_model,
            "voice": settings.voice or DEFAULT_VOICE,
            "input": text,
            "response_format": "pcm",
            "speed": round(settings.rate / USUAL_PACE, 2),
        }
        try:
            response = httpx.post(
                f"{(settings.cloud_url or '').rstrip('/')}/audio/speech",
                json=wanted,
                headers={"Authorization": f"Bearer {key}"} if key else {},
                timeout=LONGEST,
            )
            response.raise_for_status()
        except httpx.HTTPError as error:
            raise EngineError(
                f"The cloud voice does not answer: {error or type(error).__name__}.",
                fix="Check voice.cloud_url and voice.cloud_key, or set voice.speech to hibari.",
            ) from None
        return Sound(response.content[: len(response.content) // 2 * 2], RATE)
