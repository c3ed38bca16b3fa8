"""A Voice Gateway as a conversation agent of Assist.

`client` asks the gateway, `conversation` is the agent, `config_flow` takes its address and token.
"""

from aiohttp import CookieJar
from homeassistant.config_entries import ConfigEntry
from homeassistant.const import CONF_TOKEN, CONF_URL, Platform
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import ConfigEntryAuthFailed, ConfigEntryNotReady
from homeassistant.helpers.aiohttp_client import async_create_clientsession

from .client import Client, Problem, TokenRefused

PLATFORMS = (Platform.CONVERSATION,)

VoiceGatewayEntry = ConfigEntry[Client]


async def async_setup_entry(hass: HomeAssistant, entry: VoiceGatewayEntry) -> bool:
    """Make sure that the gateway is there, and offer it as an agent."""
    # Most gateways are known by a plain address, and other jars keep no cookies of those.
    session = async_create_clientsession(hass, cookie_jar=CookieJar(unsafe=True))
    client = Client(session, entry.data[CONF_URL], entry.data[CONF_TOKEN])
    try:
        await client.about()
    except TokenRefused as problem:
        raise ConfigEntryAuthFailed(str(problem)) from problem
    except Problem as problem:
        raise ConfigEntryNotReady(str(problem)) from problem
    entry.runtime_data = client
    await hass.config_entries.async_forward_entry_setups(entry, PLATFORMS)
    return True


async def async_unload_entry(hass: HomeAssistant, entry: VoiceGatewayEntry) -> bool:
    """Take the agent away."""
    return await hass.config_entries.async_unload_platforms(entry, PLATFORMS)
