"""Takes the address and the token of a gateway, and tries them before they are kept."""

from collections.abc import Mapping
from typing import Any

import voluptuous as vol
from homeassistant.config_entries import SOURCE_RECONFIGURE, ConfigFlow, ConfigFlowResult
from homeassistant.const import CONF_TOKEN, CONF_URL
from homeassistant.helpers.aiohttp_client import async_get_clientsession
from homeassistant.helpers.selector import TextSelector, TextSelectorConfig, TextSelectorType
from yarl import URL

from .client import Client, Problem
from .const import DOMAIN, TITLE

_ADDRESS = TextSelector(TextSelectorConfig(type=TextSelectorType.URL))
_SECRET = TextSelector(TextSelectorConfig(type=TextSelectorType.PASSWORD))
_WHERE = vol.Schema({vol.Required(CONF_URL): _ADDRESS, vol.Optional(CONF_TOKEN): _SECRET})
_TOKEN = vol.Schema({vol.Required(CONF_TOKEN): _SECRET})


class VoiceGatewayFlow(ConfigFlow, domain=DOMAIN):
    """Sets up a gateway, moves to another address, and asks for the token again when it is refused."""

    VERSION = 1

    async def async_step_user(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        return await self._where("user", user_input)

    async def async_step_reconfigure(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        return await self._where("reconfigure", user_input)

    async def _where(self, step: str, user_input: dict[str, Any] | None) -> ConfigFlowResult:
        """Ask where the gateway is, until one answers there."""
        entry = self._get_reconfigure_entry() if self.source == SOURCE_RECONFIGURE else None
        known: Mapping[str, Any] = entry.data if entry else {}
        problem = ""
        if user_input is not None:
            url, token = _parted(user_input[CONF_URL], user_input.get(CONF_TOKEN, ""))
            data = {CONF_URL: url, CONF_TOKEN: token or known.get(CONF_TOKEN, "")}
            if entry is None:
                self._async_abort_entries_match({CONF_URL: url})
            problem = await self._problem(**data)
            if not problem and entry:
                return self.async_update_reload_and_abort(entry, data=data)
            if not problem:
                return self.async_create_entry(title=TITLE, data=data)
        # The token that is kept is never shown.
        form = self.add_suggested_values_to_schema(_WHERE, user_input or {CONF_URL: known.get(CONF_URL)})
        return self.async_show_form(step_id=step, data_schema=form, errors=_errors(problem))

    async def async_step_reauth(self, _entry_data: Mapping[str, Any]) -> ConfigFlowResult:
        return await self.async_step_reauth_confirm()

    async def async_step_reauth_confirm(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        entry, problem = self._get_reauth_entry(), ""
        if user_input is not None:
            token = user_input[CONF_TOKEN].strip()
            problem = await self._problem(entry.data[CONF_URL], token)
            if not problem:
                return self.async_update_reload_and_abort(entry, data_updates={CONF_TOKEN: token})
        return self.async_show_form(
            step_id="reauth_confirm", data_schema=_TOKEN, errors=_errors(problem),
            description_placeholders={"url": entry.data[CONF_URL]},
        )  # fmt: skip

    async def _problem(self, url: str, token: str) -> str:
        """Why this would not work, by its name in the translations; empty when it works."""
        if not url:
            return "invalid_address"
        try:
            await Client(async_get_clientsession(self.hass), url, token).about()
        except Problem as problem:
            return problem.reason
        return ""


def _errors(problem: str) -> dict[str, str]:
    return {"base": problem} if problem else {}


def _parted(address: str, token: str) -> tuple[str, str]:
    """The address and the token, which is in the address when the link that the gateway prints is pasted.

    The address is empty when it is none.
    """
    written = address.strip()
    try:
        url = URL(written if "://" in written else f"http://{written}")
    except ValueError:
        return "", token
    if url.scheme not in ("http", "https") or not url.host:
        return "", token
    return str(url.with_query(None).with_fragment(None)).rstrip("/"), token.strip() or url.query.get(
        "token", ""
    )
