"""`python -m voice_gateway` is the same as `voice-gateway`."""

from voice_gateway.cli.app import main

main()
