"""`AnthropicClient`: Claude, the cloud option. LangChain's adapter is imported only when it is used."""

from typing import Any, ClassVar

from voice_gateway.errors import ModelError
from voice_gateway.installation import how_to_add
from voice_gateway.models.client import ChatClient
from voice_gateway.settings.language_models import AnthropicSettings


class AnthropicClient(ChatClient):
    """Tools are passed in LangChain's own form; the adapter converts them."""

    provider = "anthropic"
    no_tool: ClassVar[Any] = {"type": "none"}

    def __init__(self, settings: AnthropicSettings) -> None:
        self._settings = settings
        if settings.api_key is None:
            raise ModelError(
                "There is no key for Anthropic.", fix="Set ANTHROPIC_API_KEY, or choose --provider ollama."
            )
        try:
            from langchain_anthropic import ChatAnthropic
        except ImportError:
            raise ModelError(
                "Support for Anthropic is not installed.",
                fix=f"Install it: {how_to_add('cloud')}",
            ) from None
        where: dict[str, Any] = {"base_url": settings.base_url} if settings.base_url else {}
        self._chat = ChatAnthropic(
            model=settings.model,
            api_key=settings.api_key,
            max_tokens=settings.max_tokens,
            timeout=settings.timeout,
            max_retries=1,
            **where,
        )
        super().__init__(self._chat, settings.model)

    @property
    def window(self) -> int:
        return 100_000

    async def close(self) -> None:
        await super().close()
        await self._chat._async_client.close()

    def unreachable(self, error: Exception) -> ModelError | None:
        import anthropic

        reasons: tuple[tuple[type[Exception], str, str], ...] = (
            (anthropic.AuthenticationError, "Anthropic refused the key.", "Check ANTHROPIC_API_KEY."),
            (anthropic.PermissionDeniedError, "Anthropic refused the key.", "Check what it may be used for."),
            (
                anthropic.NotFoundError,
                f"Anthropic has no model called {self.name}.",
                "Choose another with ANTHROPIC_MODEL.",
            ),
            (anthropic.RateLimitError, "Anthropic's rate limit is reached.", "Wait a moment and try again."),
            (
                anthropic.APITimeoutError,
                f"Anthropic did not answer within {self._settings.timeout:g} seconds.",
                "Try again, or allow more with VOICE_GATEWAY_ANTHROPIC_TIMEOUT.",
            ),
            (
                anthropic.APIConnectionError,
                "Anthropic cannot be reached.",
                "Check the network, or choose --provider ollama.",
            ),
            (anthropic.BadRequestError, f"Anthropic refused the request: {error}", "Try another model."),
        )
        return next(
            (ModelError(what, fix=fix) for kind, what, fix in reasons if isinstance(error, kind)), None
        )
