"""The one model of everything that can be set. Defaults live here and nowhere else."""

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr

from voice_gateway.settings.home import HomeSettings
from voice_gateway.settings.language_models import (
    AnthropicSettings,
    EngineSettings,
    OllamaSettings,
    OpenAISettings,
    Provider,
)
from voice_gateway.settings.section import Section

Who = Literal["auto", "model"]

SearchBackend = Literal["searxng", "duckduckgo", "brave", "tavily"]

TranscriberName = Literal["whisper", "moonshine"]

SpeechEngine = Literal["hibari", "flite", "espeak", "pico", "piper", "kokoro", "cloud"]


class McpSettings(Section):
    config: Path | None = Field(None, description="an mcpServers JSON file")


class SearchSettings(Section):
    backends: tuple[SearchBackend, ...] = Field(
        ("searxng", "brave", "tavily", "duckduckgo"),
        min_length=1,
        description="tried in this order; those without an address or a key are left out",
    )
    searxng_url: str | None = Field(None, description="your SearXNG, such as http://127.0.0.1:8888")
    duckduckgo_url: str | None = Field(None, description="another address for DuckDuckGo's HTML page")
    brave_key: SecretStr | None = Field(None, description="the key of your Brave Search account")
    brave_url: str = Field("https://api.search.brave.com", description="where Brave's API is")
    tavily_key: SecretStr | None = Field(None, description="the key of your Tavily account")
    tavily_url: str = Field("https://api.tavily.com", description="where Tavily's API is")
    timeout: float = Field(5, gt=0, le=120, description="seconds for one backend")
    cache: bool = Field(True, description="keep results on disk: minutes for news, days for facts")
    fallback_timeout: float = Field(
        10, gt=0, le=120, description="seconds for looking up what the model did not know"
    )
    browser: bool = Field(True, description="read a page in Chromium when snippets do not answer")
    chromium: Path | None = Field(None, description="the browser's program; looked for when not set")
    allowed_hosts: tuple[str, ...] = Field(
        (), description="private hosts whose pages may be read: wiki.lan, 192.168.1.20:8080, 10.0.0.0/24"
    )


class TurnSettings(Section):
    max_input: int = Field(4000, ge=100, description="the longest sentence in characters")
    deadline: float = Field(30, gt=0, le=3600, description="seconds for a whole turn, whatever it waits for")
    tool_timeout: float = Field(30, gt=0, le=600, description="seconds for one tool call")
    tool_result_chars: int = Field(4000, ge=200, description="the longest tool result given to the model")
    tool_rounds: int = Field(2, ge=1, le=8, description="rounds of tool calls before an answer is forced")
    question_timeout: float = Field(
        60, ge=5, le=3600, description="seconds for which a question of the assistant waits for its answer"
    )
    retry_without_tools: bool = Field(True, description="ask again without tools when a reply is empty")


class VoiceSettings(Section):
    microphone: str | None = Field(
        None, description="the sound server's name of it; its default when not set"
    )
    speaker: str | None = Field(None, description="the sound server's name of it; its default when not set")
    wake_word: str = Field(
        "hey_jarvis",
        min_length=1,
        description="hey_jarvis, okay_nabu, hey_mycroft, alexa, or a microWakeWord .json file",
    )
    wake_cutoff: float | None = Field(
        None, gt=0, lt=1, description="how sure the wake word must be; the model's own figure when not set"
    )
    wake_cutoff_speaking: float = Field(0.8, gt=0, lt=1, description="the same while the assistant speaks")
    silence: float = Field(0.8, ge=0.2, le=3, description="seconds of silence that end a sentence")
    silence_complete: float = Field(
        0.3, ge=0.1, le=3, description="the same when what was said is a whole wish already"
    )
    silence_incomplete: float = Field(
        1.2, ge=0.2, le=5, description="the same when more is to come, by the words or by how they were said"
    )
    turn_end: bool = Field(
        False, description="hear from how it is said whether a sentence has ended; needs pipecat-ai's weights"
    )
    longest: float = Field(15, ge=2, le=60, description="seconds after which a recording ends in any case")
    patience: float = Field(
        4, ge=1, le=30, description="seconds to wait for someone to speak after the wake word"
    )
    follow_up: float = Field(
        5, ge=0, le=30, description="seconds after an answer in which one may go on without the wake word"
    )
    quietest: float = Field(-55, le=0, description="dB of full scale; quieter recordings are ignored")
    transcriber: TranscriberName = Field("whisper", description="who writes down what was said")
    whisper_model: str | None = Field(
        None,
        description="any Whisper model for CTranslate2, by name or folder; the packaged tiny.en when not set",
    )
    second_whisper: str | None = Field(
        None,
        min_length=1,
        description="another Whisper model, such as base, that listens as well to what was hardly heard",
    )
    language: str = Field("en", min_length=2, description="what is spoken, for models that know several")
    speech: SpeechEngine = Field("hibari", description="who speaks")
    voice: str | None = Field(None, description="one of the engine's voices; for Piper its .onnx file")
    rate: int = Field(165, ge=80, le=400, description="words per minute")
    cloud_url: str | None = Field(
        None, description="a service with OpenAI's /audio/speech, such as https://api.openai.com/v1"
    )
    cloud_key: SecretStr | None = Field(None, description="the key for it")
    cloud_model: str = Field("gpt-4o-mini-tts", min_length=1, description="the model that speaks there")
    tones: bool = Field(True, description="short sounds: heard, thinking, error")
    stop_word: bool = Field(True, description="a spoken “stop” silences the assistant without the wake word")
    duck: int = Field(
        40,
        ge=0,
        le=100,
        description="percent of the volume that other sound keeps while someone speaks; 100 leaves it alone",
    )
    wyoming: str = Field(
        "tcp://127.0.0.1:10310", min_length=7, description="where Wyoming satellites connect"
    )
    satellites: tuple[str, ...] = Field(
        (), description="satellites that wait to be connected to, such as tcp://192.168.1.20:10700"
    )
    room: str = Field("", description="the room of this machine's own microphone")
    rooms: tuple[str, ...] = Field(
        (), description="NAME=ROOM for satellites that do not say it themselves, by name or address"
    )
    hubs: tuple[str, ...] = Field(
        (), description="addresses of Home Assistant and others that connect anew for every sentence"
    )


class ConsoleSettings(Section):
    host: str = Field("127.0.0.1", min_length=1, description="the address the page is served on")
    port: int = Field(8350, ge=0, le=65_535, description="its port; the next free one when it is taken")
    token: SecretStr | None = Field(
        None, min_length=12, description="what others must know to get in; made up when needed"
    )
    https: bool = Field(False, description="serve the page over HTTPS, with a certificate of its own making")
    certificate: Path | None = Field(None, description="a certificate (PEM) of yours instead")
    certificate_key: Path | None = Field(None, description="the key that belongs to it (PEM)")
    history: bool = Field(True, description="keep conversations across restarts, on this machine only")
    hosts: tuple[str, ...] = Field(
        (), description="further names this machine is reached by, such as home.example"
    )
    requests_per_minute: int = Field(1200, ge=10, description="most requests from one address")
    max_body: int = Field(4_194_304, ge=1024, description="largest request in bytes")


class InterfaceSettings(Section):
    may_confirm: bool = Field(
        False, description="whether a yes counts that comes through the OpenAI and Ollama interfaces"
    )


class TelemetrySettings(Section):
    otlp_url: str | None = Field(
        None, description="where OpenTelemetry spans go, such as http://127.0.0.1:4318/v1/traces"
    )


class FleetSettings(Section):
    nats_url: str | None = Field(
        None, description="a NATS server with JetStream that several gateways share; alone when not set"
    )
    home: str = Field(
        "home",
        pattern=r"^[A-Za-z0-9_-]{1,64}$",
        description="which home this gateway serves, as all its gateways call it",
    )
    gateway: str | None = Field(
        None,
        pattern=r"^[A-Za-z0-9_-]{1,64}$",
        description="what this gateway is called; the machine's name and a number when not set",
    )
    username: str | None = Field(None, description="who comes to NATS: the account of this home")
    password: SecretStr | None = Field(None, description="the password for it")
    credentials: Path | None = Field(
        None, description="or the .creds file of a JWT, as `voice-gateway fleet keys` or nsc make it"
    )
    authority: Path | None = Field(
        None, description="a certificate file for tls:// where this machine does not trust the server's"
    )
    replicas: int = Field(
        1, ge=1, le=5, description="how many NATS servers keep what this home must not lose"
    )
    turns_per_minute: int = Field(
        600, ge=1, description="how many turns one home may ask of one gateway of a fleet"
    )


class LogSettings(Section):
    level: Literal["debug", "info", "warning", "error"] = Field("warning", description="how much is logged")


class Settings(Section):
    """Everything that can be set."""

    provider: Provider = Field(
        "auto", description="who answers: Ollama when it is there, else the built-in model"
    )
    caller: Who = Field(
        "auto",
        description="who reads wishes beside Ollama or Claude: the call maker, and the model where that is "
        "unsure; or the model alone",
    )
    system_prompt: str | None = Field(None, description="replaces the assistant's own instructions")
    language: str | None = Field(
        None,
        max_length=40,
        description="the language of answers; English is the only one shipped, so any other, such as German, "
        "is for what a model says, and what needs no model stays in English",
    )
    timezone: str | None = Field(None, description="the home's time zone; the machine's when not set")
    fast_path: bool = Field(True, description="answer without the model what can only be meant one way")
    metrics: bool = Field(True, description="keep reliability figures across restarts")
    ollama: OllamaSettings = OllamaSettings()
    anthropic: AnthropicSettings = AnthropicSettings()
    openai: OpenAISettings = OpenAISettings()
    engine: EngineSettings = EngineSettings()
    home: HomeSettings = HomeSettings()
    mcp: McpSettings = McpSettings()
    search: SearchSettings = SearchSettings()
    turn: TurnSettings = TurnSettings()
    voice: VoiceSettings = VoiceSettings()
    console: ConsoleSettings = ConsoleSettings()
    interfaces: InterfaceSettings = InterfaceSettings()
    telemetry: TelemetrySettings = TelemetrySettings()
    fleet: FleetSettings = FleetSettings()
    log: LogSettings = LogSettings()
