"""The agent of Assist that asks the gateway."""

import hashlib
from collections.abc import AsyncIterator

from homeassistant.components.conversation import (
    AssistantContentDeltaDict,
    ChatLog,
    ConversationEntity,
    ConversationEntityFeature,
    ConversationInput,
    ConversationResult,
)
from homeassistant.config_entries import SOURCE_REAUTH
from homeassistant.core import HomeAssistant
from homeassistant.helpers import area_registry, device_registry
from homeassistant.helpers.device_registry import DeviceEntryType, DeviceInfo
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback
from homeassistant.helpers.intent import IntentResponse, IntentResponseErrorCode, IntentResponseType

from . import VoiceGatewayEntry
from .client import Answer, Problem, TokenRefused
from .const import DOMAIN, TITLE

_ERRORS = {
    "not understood": IntentResponseErrorCode.NO_INTENT_MATCH,
    "failed": IntentResponseErrorCode.FAILED_TO_HANDLE,
}
"""Outcomes of a turn that Home Assistant calls errors."""


async def async_setup_entry(
    _hass: HomeAssistant, entry: VoiceGatewayEntry, async_add_entities: AddConfigEntryEntitiesCallback
) -> None:
    async_add_entities([Agent(entry)])


class Agent(ConversationEntity):
    """Passes sentences on to the gateway, with the room they were said in, and its answers back."""

    _attr_has_entity_name = True
    _attr_name = None
    _attr_supported_features = ConversationEntityFeature.CONTROL
    _attr_supports_streaming = True

    def __init__(self, entry: VoiceGatewayEntry) -> None:
        self._entry = entry
        self._client = entry.runtime_data
        self._attr_unique_id = entry.entry_id
        self._attr_device_info = DeviceInfo(
            identifiers={(DOMAIN, entry.entry_id)},
            name=TITLE,
            entry_type=DeviceEntryType.SERVICE,
            configuration_url=self._client.url,
        )

    @property
    def supported_languages(self) -> list[str]:
        return ["en"]

    async def _async_handle_message(
        self, user_input: ConversationInput, chat_log: ChatLog
    ) -> ConversationResult:
        response = IntentResponse(language=user_input.language)
        asks = False
        try:
            answer = await self._answer(user_input, chat_log)
        except Problem as problem:
            if isinstance(problem, TokenRefused):
                self._entry.async_start_reauth(self.hass)
            response.async_set_error(IntentResponseErrorCode.UNKNOWN, str(problem))
        else:
            _tell(response, answer)
            asks = answer.asks
        return ConversationResult(response, chat_log.conversation_id, continue_conversation=asks)

    async def _answer(self, user_input: ConversationInput, chat_log: ChatLog) -> Answer:
        """What the gateway says; the chat log has it as it comes."""
        if any(self._entry.async_get_active_flows(self.hass, {SOURCE_REAUTH})):
            # The gateway shuts out who comes with a wrong token too often, even with the right one.
            raise TokenRefused
        answers: list[Answer] = []

        async def deltas() -> AsyncIterator[AssistantContentDeltaDict]:
            yield {"role": "assistant"}
            conversation = self._conversation(chat_log.conversation_id)
            async for told in self._client.ask(user_input.text, conversation, self._room(user_input)):
                if isinstance(told, Answer):
                    answers.append(told)
                else:
                    yield {"content": told}

        async for _ in chat_log.async_add_delta_content_stream(self.entity_id, deltas()):
            pass
        return answers[0]

    def _conversation(self, conversation_id: str) -> str:
        """The same for the gateway: its ids are short, and ours may be anything."""
        return hashlib.sha256(f"{self._entry.entry_id} {conversation_id}".encode()).hexdigest()[:32]

    def _room(self, user_input: ConversationInput) -> str:
        """The area of the device that was spoken to."""
        devices, areas = device_registry.async_get(self.hass), area_registry.async_get(self.hass)
        device = devices.async_get(user_input.device_id) if user_input.device_id else None
        area = areas.async_get_area(device.area_id) if device and device.area_id else None
        return area.name if area else ""


def _tell(response: IntentResponse, answer: Answer) -> None:
    if code := _ERRORS.get(answer.outcome):
        response.async_set_error(code, answer.text)
        return
    response.async_set_speech(answer.text)
    if answer.outcome == "answered":
        response.response_type = IntentResponseType.QUERY_ANSWER
