"""Ollama's answers: the JSON of a chunk, of an end, of a model."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal

from voice_gateway.engine.events import End, Piece, ToolCall
from voice_gateway.engine.models import LocalModel

Json = dict[str, Any]
Kind = Literal["chat", "generate"]

NOTHING: Final = Piece()
_FOR_EVER: Final = timedelta(days=36_500)


def now() -> str:
    return stamp(datetime.now(UTC))


def stamp(moment: datetime) -> str:
    """A moment as Go writes it: nine digits, and Z."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f") + "000Z"


def chunk(kind: Kind, model: str, piece: Piece) -> Json:
    """A part of an answer."""
    return {"model": model, "created_at": now()} | _said(kind, piece) | {"done": False} | _likely(piece)


def end(kind: Kind, model: str, ending: End, whole: Piece = NOTHING) -> Json:
    """The last line of an answer; when nothing is streamed, the only one."""
    timings = ending.timings
    return (
        {"model": model, "created_at": now()}
        | _said(kind, whole)
        | {
            "done": True,
            "done_reason": ending.reason,
            **({"context": list(ending.context)} if ending.context else {}),
            "total_duration": timings.total,
            "load_duration": timings.load,
            "prompt_eval_count": timings.prompt_tokens,
            "prompt_eval_duration": timings.prompt,
            "eval_count": timings.output_tokens,
            "eval_duration": timings.output,
        }
        | _likely(whole)
    )


def nothing_said(kind: Kind, model: str, reason: str) -> Json:
    """The answer to a request that only loads or unloads."""
    return (
        {"model": model, "created_at": now()} | _said(kind, NOTHING) | {"done": True, "done_reason": reason}
    )


def joined(pieces: list[Piece]) -> Piece:
    """The whole answer in one piece."""
    return Piece(
        "".join(piece.content for piece in pieces),
        "".join(piece.thinking for piece in pieces),
        tuple(call for piece in pieces for call in piece.calls),
        tuple(token for piece in pieces for token in piece.logprobs),
    )


def _said(kind: Kind, piece: Piece) -> Json:
    thinking = {"thinking": piece.thinking} if piece.thinking else {}
    if kind == "generate":
        return {"response": piece.content} | thinking
    message: Json = {"role": "assistant", "content": piece.content} | thinking
    if piece.calls:
        message["tool_calls"] = [_call(call) for call in piece.calls]
    return {"message": message}


def _likely(piece: Piece) -> Json:
    return {"logprobs": list(piece.logprobs)} if piece.logprobs else {}


def _call(call: ToolCall) -> Json:
    return {"id": call.id, "function": {"index": call.index, "name": call.name, "arguments": call.arguments}}


def details(model: LocalModel) -> Json:
    family = model.metadata.architecture
    return {
        "parent_model": "",
        "format": "gguf",
        "family": family,
        "families": [family],
        "parameter_size": model.parameter_size,
        "quantization_level": model.metadata.quantization,
    }


def listed(model: LocalModel) -> Json:
    """A model as /api/tags lists it."""
    metadata = model.metadata
    lengths = {"context_length": metadata.context_length, "embedding_length": metadata.embedding_length}
    return {
        "name": model.name,
        "model": model.name,
        "modified_at": stamp(model.modified),
        "size": model.size,
        "digest": model.digest,
        "details": details(model) | lengths,
        "capabilities": model.capabilities,
    }


def running(model: LocalModel, context: int, expires: datetime | None) -> Json:
    """A loaded model as /api/ps lists it."""
    return {
        "name": model.name,
        "model": model.name,
        "size": model.size,
        "digest": model.digest,
        "details": details(model),
        "expires_at": stamp(expires or datetime.now(UTC) + _FOR_EVER),
        "size_vram": 0,
        "context_length": context,
    }


def shown(model: LocalModel) -> Json:
    """A model as /api/show describes it."""
    metadata = model.metadata
    counts: Json = dict.fromkeys(metadata.arrays)
    values = {key: value for key, value in metadata.values.items() if key != "tokenizer.chat_template"}
    return {
        "license": model.licence,
        "modelfile": f"FROM {model.path.name}\n",
        "parameters": "",
        "template": metadata.chat_template,
        "details": details(model),
        "model_info": values | {"general.parameter_count": metadata.parameters} | counts,
        "capabilities": model.capabilities,
        "modified_at": stamp(model.modified),
    }
