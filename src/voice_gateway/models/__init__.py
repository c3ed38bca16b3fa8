"""Answers: clients of language models, the loop that lets them call tools, and recovery when they fail."""

from voice_gateway.models.client import ChatClient
from voice_gateway.models.loop import Draft, ToolLoop

__all__ = ["ChatClient", "Draft", "ToolLoop"]
