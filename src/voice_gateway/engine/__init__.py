"""The built-in model: llama.cpp in this process, behind Ollama's own API.

`Engine` loads a GGUF model and answers; `create_app` is Ollama's API over it; `create_client_transport` is
the way there without a socket, and `serve` the way there with one. llama.cpp is imported when a model is
loaded.
"""

from voice_gateway.engine.api import create_app
from voice_gateway.engine.engine import Engine, conversation
from voice_gateway.engine.events import End, Piece, Timings
from voice_gateway.engine.failure import EngineError
from voice_gateway.engine.models import LocalModel, find_model, model_at, packaged_model
from voice_gateway.engine.request import ChatRequest, Message
from voice_gateway.engine.serve import serve
from voice_gateway.engine.transport import create_client_transport

__all__ = [
    "ChatRequest",
    "End",
    "Engine",
    "EngineError",
    "LocalModel",
    "Message",
    "Piece",
    "Timings",
    "conversation",
    "create_app",
    "create_client_transport",
    "find_model",
    "model_at",
    "packaged_model",
    "serve",
]
