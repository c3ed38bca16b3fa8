"""What is said about setting up, in JSON."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(min_length=1, max_length=300)]


class FoundHome(BaseModel):
    what: str
    name: str
    url: str


class SoundView(BaseModel):
    kind: Literal["microphone", "speaker"]
    name: str
    description: str
    in_use: bool


class SetupView(BaseModel):
    """What there is on this machine and in its network."""

    ollama_url: str
    models: list[str] | None = Field(description="Those of Ollama; null when it does not answer.")
    model: str = Field(description="The one that is set now.")
    builtin: bool = Field(description="Whether a model is built in.")
    homes: list[FoundHome]
    connected: bool = Field(description="Whether a real home is connected already.")
    deaf: str = Field(description="Why nothing could be heard in the network; empty when all is well.")
    sounds: list[SoundView]
    mute: str = Field(description="Why there is no sound; empty when there is.")
    file: str = Field(description="Where settings are written.")


class SetupChoice(BaseModel):
    """What is wanted; what is left out stays as it is."""

    model_config = ConfigDict(extra="forbid", strict=True)

    model: Name | None = Field(None, description="A model of Ollama.")
    home_url: Name | None = Field(
        None, description="A Home Assistant (http), a broker (mqtt) or Z-Wave (ws)."
    )
    token: str | None = Field(None, max_length=2000, description="Of Home Assistant.")
    microphone: Name | None = None
    speaker: Name | None = None


class SetupDone(BaseModel):
    file: str
    devices: int | None = Field(description="How many the new home has; null when it stays as it is.")


class ModelName(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    model: Name
