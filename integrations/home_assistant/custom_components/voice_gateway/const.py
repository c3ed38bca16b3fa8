"""What this integration is called in Home Assistant."""

DOMAIN = "voice_gateway"
TITLE = "Voice Gateway"
