"""A home behind Home Assistant: whatever it lets voice assistants see.

`connection` speaks its protocol, `registries` and `states` read what it tells, `view` puts entities together
from both, `house` follows one Home Assistant, and `services` does things in it and waits until it reports
them.
"""

from voice_gateway.devices.home_assistant.home import HomeAssistantHome

__all__ = [
    "HomeAssistantHome",
]
