"""What Ollama or OpenAI have and the engine has not: refused in words, never ignored."""

from tests.engine.exchanges.exchange import PROBLEM, Exchange, chat, complete, openai, options, prompt
from voice_gateway.engine.models import PACKAGED_NAME as MODEL

NOT_OFFERED = [
    *(
        Exchange(request, {"model": MODEL}, 501, {"error"}, "the built-in engine")
        for request in (
            "POST /api/pull",
            "POST /api/push",
            "POST /api/create",
            "POST /api/copy",
            "DELETE /api/delete",
            "POST /api/blobs/sha256:0",
            "POST /api/me",
            "POST /api/signout",
            "POST /api/experimental/web_search",
        )
    ),
    *(
        Exchange(request, {"model": MODEL}, 501, PROBLEM, "the built-in engine", {"error.type": "api_error"})
        for request in (
            "POST /v1/responses",
            "POST /v1/messages",
            "POST /v1/images/generations",
            "POST /v1/audio/transcriptions",
        )
    ),
    Exchange("POST /api/show", {"model": MODEL, "verbose": True}, 400, {"error"}, "verbose"),
    chat("shift", 400, shift=True),
    chat("_debug_render_only", 400, _debug_render_only=True),
    chat("runner", 400, runner="mlx"),
    prompt("template", 400, template="{{ .Prompt }}"),
    options("mirostat", 400, mirostat=2),
    options("tfs_z", 400, tfs_z=0.5),
    openai('\\"n\\" is not offered', 400, n=2),
    openai("logit_bias", 400, logit_bias={"50": -100}),
    openai("functions", 400, functions=[{"name": "x"}]),
    openai("modalities", 400, modalities=["text", "audio"]),
    complete("echo", 400, echo=True),
    complete("best_of", 400, best_of=3),
]
