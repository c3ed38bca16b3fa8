"""Ollama's own routes, as Ollama answers them."""

from tests.engine.asking import CONTROL, user
from tests.engine.exchanges.exchange import (
    CHAT,
    GENERATED,
    LOADED,
    LONG,
    MISSING,
    PROBLEM,
    PROMPTED,
    TIMINGS,
    Exchange,
    chat,
    message,
    options,
    prompt,
)
from voice_gateway.engine.models import PACKAGED_NAME as MODEL

INTEGER = "must be of type integer"

ABOUT = [
    Exchange("GET /", says="Ollama is running"),
    Exchange("HEAD /"),
    Exchange("GET /api/version", keys={"version"}),
    Exchange("HEAD /api/version"),
    Exchange("GET /api/tags", keys={"models"}, holds={"models.0.name": MODEL}),
    Exchange("HEAD /api/tags"),
    Exchange("GET /api/ps", keys={"models"}),
    Exchange(
        "POST /api/show", {"model": MODEL}, says="general.architecture", holds={"details.format": "gguf"}
    ),
    Exchange("POST /api/show", {"name": MODEL}, says="modelfile"),
    Exchange("POST /api/show", {"model": f"library/{MODEL}"}, says="capabilities"),
    Exchange("POST /api/show", {"model": "nope:1b"}, 404, {"error"}, MISSING),
    Exchange("POST /api/show", {}, 400, {"error"}, "model is required"),
    Exchange("POST /api/show", {"model": "a b"}, 400, {"error"}, "invalid model name"),
    Exchange("POST /api/show", b"", 400, {"error"}, "missing request body"),
    Exchange(
        "GET /v1/models", keys={"object", "data"}, holds={"data.0.id": MODEL, "data.0.owned_by": "library"}
    ),
    Exchange(
        f"GET /v1/models/{MODEL}", keys={"id", "object", "created", "owned_by"}, holds={"object": "model"}
    ),
    Exchange("GET /v1/models/nope:1b", None, 404, PROBLEM, MISSING, {"error.type": "not_found_error"}),
]

CHATS = [
    chat(),
    chat(stream=True),
    chat(model=MODEL.upper()),
    chat(model=f"library/{MODEL}"),
    chat(model=f"registry.ollama.ai/library/{MODEL}"),
    chat(model=f"https://registry.ollama.ai/library/{MODEL}"),
    chat(MISSING, 404, model="nope:1b"),
    chat("model 'smollm2' not found", 404, model="smollm2"),
    chat(f"model 'someone/{MODEL}' not found", 404, model=f"someone/{MODEL}"),
    chat(f"model 'models.example/library/{MODEL}' not found", 404, model=f"models.example/library/{MODEL}"),
    chat("model is required", 400, model=""),
    chat("invalid model name", 400, model="a b"),
    chat("invalid model name", 400, model="a:b:c"),
    chat(keys=LOADED, messages=[]),
    chat(keys=LOADED, messages=[], keep_alive=-1.0),
    chat(keys=LOADED, messages=[], keep_alive="5m"),
    chat(keep_alive=-1.0),
    chat("invalid duration", 400, keep_alive="soon"),
    chat("ChatRequest.messages", 400, messages="x"),
    chat("ChatRequest.model", 400, model=1),
    chat("ChatRequest.stream", 400, stream="yes"),
    chat(f'\\"{MODEL}\\" does not support thinking', 400, think=True),
    chat(think=False),
    chat(f'\\"{MODEL}\\" does not support thinking', 400, think="high"),
    chat("ChatRequest.think", 400, think="extreme"),
    chat(tools=[CONTROL]),
    chat(tools=[]),
    chat("ChatRequest.tools", 400, tools=[{"type": "function"}]),
    chat(format="json"),
    chat(format={"type": "object", "properties": {"a": {"enum": ["b"]}}, "required": ["a"]}),
    chat("invalid format", 400, format="yaml"),
    chat("invalid JSON schema", 400, format={"type": "nonsense"}),
    chat(keys=CHAT | {"logprobs"}, logprobs=True),
    chat("top_logprobs", keys=CHAT | {"logprobs"}, logprobs=True, top_logprobs=2),
    chat("top_logprobs", 400, logprobs=True, top_logprobs=21),
    chat("top_logprobs", 400, logprobs=True, top_logprobs=-1),
    chat(truncate=True, **LONG),
    chat(truncate=False),
    chat("the input length exceeds the context length", 400, truncate=False, **LONG),
    chat(
        "exceeds the context length",
        400,
        truncate=False,
        messages=[user("word " * 90)],
        options={"num_ctx": 64},
    ),
    chat(shift=False),
    chat(unheard_of=1),
    Exchange("POST /api/chat", b"", 400, {"error"}, "missing request body"),
    Exchange("POST /api/chat", b"{", 400, {"error"}, "invalid JSON"),
]

OPTIONS = [
    options(num_ctx=512.0, num_predict=1.0, seed=1.0, top_k=40.0, repeat_last_n=64.0),
    options(num_ctx=512.7),
    options(f'option \\"num_ctx\\" {INTEGER}', 500, num_ctx="8192"),
    options(f'option \\"num_predict\\" {INTEGER}', 500, num_predict="8"),
    options(f'option \\"seed\\" {INTEGER}', 500, seed=True),
    options(f'option \\"top_k\\" {INTEGER}', 500, top_k=[40]),
    options('option \\"temperature\\" must be of type float32', 500, temperature="hot"),
    options('option \\"stop\\" must be of type array', 500, stop=1),
    options(temperature=1, top_p=1, min_p=0, typical_p=1),
    options(stop=["."]),
    options(num_ctx=None, temperature=None),
    options(num_gpu=0, num_thread=2, num_batch=64, main_gpu=0, use_mmap=True, num_keep=4),
    options(unheard_of=1),
    options(mirostat=0, tfs_z=1.0),
    chat("ChatRequest.options", 400, options=[]),
]

MESSAGES = [
    message(role="USER", content="Hello"),
    message(role="system", content="Be brief."),
    message(role="developer", content="Be brief."),
    message(role="tool", content="21 degrees", tool_name="read"),
    message("invalid role", 400, role="alien", content="x"),
    message("ChatRequest.messages.0.role", 400, content="x"),
    message("images", 400, role="user", content="x", images=["aGk="]),
    message("ChatRequest.messages.0.content", 400, role="user", content=[{"type": "text", "text": "x"}]),
]

PROMPTS = [
    prompt(),
    prompt(stream=True),
    prompt(keys=PROMPTED, raw=True),
    prompt(system="Be brief."),
    prompt(context=[1, 4093, 198]),
    prompt(context=[]),
    prompt("between 0 and", 400, context=[10**9]),
    prompt("GenerateRequest.context", 400, context="x"),
    prompt("raw mode does not support template, system, or context", 400, raw=True, context=[1]),
    prompt("raw mode does not support template, system, or context", 400, raw=True, system="x"),
    prompt(keys=PROMPTED - TIMINGS, prompt=""),
    prompt(MISSING, 404, model="nope:1b"),
    prompt("model '' not found", 404, model=""),
    prompt("does not support insert", 400, suffix="x"),
    prompt("images", 400, images=["aGk="]),
    prompt("images", 400, images=["aGk="], raw=True),
    prompt(keys=GENERATED | {"logprobs"}, logprobs=True, top_logprobs=1),
    prompt(keys=PROMPTED | {"logprobs"}, logprobs=True, raw=True),
    prompt("exceeds the context length", 400, prompt="word " * 2000, truncate=False),
    prompt("exceeds the context length", 400, prompt="word " * 2000, raw=True),
    prompt(format="json"),
    Exchange("POST /api/generate", b"", 400, {"error"}, "missing request body"),
]

EMBEDDINGS = [
    Exchange(
        "POST /api/embed", {"model": MODEL, "input": "hello"}, 501, {"error"}, "does not support embeddings"
    ),
    Exchange(
        "POST /api/embed",
        {"model": MODEL, "input": ["a", "b"]},
        501,
        {"error"},
        "does not support embeddings",
    ),
    Exchange("POST /api/embed", {"model": MODEL}, keys={"model", "embeddings"}, holds={"embeddings": []}),
    Exchange("POST /api/embed", {"model": MODEL, "input": [1]}, 400, {"error"}, "invalid input type"),
    Exchange("POST /api/embed", {"model": "nope:1b", "input": "x"}, 404, {"error"}, "try pulling it first"),
    Exchange("POST /api/embed", b"", 400, {"error"}, "missing request body"),
    Exchange(
        "POST /api/embeddings", {"model": MODEL, "prompt": "x"}, 501, {"error"}, "does not support embeddings"
    ),
    Exchange("POST /api/embeddings", {"model": MODEL}, keys={"embedding"}),
    Exchange("POST /api/embeddings", {"prompt": "x"}, 400, {"error"}, "model is required"),
    Exchange(
        "POST /v1/embeddings", {"model": MODEL, "input": "x"}, 501, PROBLEM, "does not support embeddings"
    ),
]
