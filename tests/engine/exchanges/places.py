"""Who asks, and for what there is not: foreign pages, foreign names, other methods, other paths."""

from tests.engine.exchanges.exchange import Exchange

EVIL = {"Origin": "http://evil.example"}
NEAR = {"Origin": "http://localhost:3000"}


def asked_from(status: int, request: str = "GET /api/version", **headers: str) -> Exchange:
    return Exchange(request, None, status, headers=headers)


PLACES = [
    asked_from(403, Host="evil.example"),
    asked_from(403, Host="evil.example:11435"),
    asked_from(403, Host="localhost.evil.example"),
    asked_from(403, Host="8.8.8.8"),
    asked_from(403, "POST /api/chat", Host="evil.example"),
    asked_from(403, "OPTIONS /api/chat", Host="evil.example"),
    asked_from(403, Host="evil.example", Origin="http://evil.example"),
    asked_from(200, Host="localhost:11435"),
    asked_from(200, Host="LOCALHOST"),
    asked_from(200, Host="127.0.0.1:11435"),
    asked_from(200, Host="[::1]:11435"),
    asked_from(200, Host="192.168.1.5"),
    asked_from(200, Host="0.0.0.0:11435"),
    asked_from(200, Host="gateway.local"),
    asked_from(200, Host="host.docker.internal:11435"),
    asked_from(200, Host="gateway.localhost"),
    asked_from(403, **EVIL),
    asked_from(403, "POST /api/chat", **EVIL),
    asked_from(403, "OPTIONS /api/chat", **EVIL),
    asked_from(403, "GET /nothing", **EVIL),
    asked_from(403, Origin="null"),
    asked_from(403, Origin="https://localhost.evil.example"),
    asked_from(403, Origin="http://gateway.local"),
    asked_from(403, Origin="chrome-extension://abc"),
    asked_from(200, Origin="http://gateway.local:11435", Host="gateway.local:11435"),
    asked_from(200, Origin="https://127.0.0.1"),
    asked_from(200, Origin="http://0.0.0.0:8080"),
    asked_from(200, Origin="app://obsidian.md"),
    asked_from(200, Origin="vscode-webview://abc"),
    Exchange(
        "GET /api/version",
        keys={"version"},
        headers=NEAR,
        sends={"access-control-allow-origin": NEAR["Origin"], "vary": "Origin"},
    ),
    Exchange(
        "OPTIONS /api/chat",
        None,
        204,
        headers=NEAR | {"Access-Control-Request-Method": "POST"},
        sends={
            "access-control-allow-origin": NEAR["Origin"],
            "access-control-allow-methods": "GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS",
            "access-control-max-age": "43200",
        },
    ),
    asked_from(204, "OPTIONS /api/chat", Host="localhost"),
    asked_from(405, "OPTIONS /api/chat", Host="127.0.0.1"),
]

NOWHERE = [
    Exchange("GET /api/chat", None, 405, says="405 method not allowed", sends={"allow": "POST"}),
    Exchange("POST /api/tags", {}, 405, says="405 method not allowed"),
    Exchange("DELETE /api/chat", None, 405, says="405 method not allowed"),
    Exchange("GET /api/pull", None, 405, says="405 method not allowed"),
    Exchange("GET /v1/chat/completions", None, 405, says="405 method not allowed"),
    Exchange("GET /api/nothing", None, 404, says="404 page not found"),
    Exchange("GET /v1/nothing", None, 404, says="404 page not found"),
]
