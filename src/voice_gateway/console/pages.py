"""The page's files, and the rules by which a browser may use them."""

import base64
import hashlib
import mimetypes
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from voice_gateway.console.refused import Refused

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "media-src 'self' blob:; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
"""Nothing from any other host, and no script or style that is not a file of ours."""

_PAGES = {
    "/": "index.html",
    "/docs": "docs.html",
    "/manifest.webmanifest": "manifest.webmanifest",
    "/offline.js": "offline.js",
}
"""What is found under a name of its own: a worker sees to what lies beside it and below."""

_MAIN = b'<script type="module" src="/static/js/main.js"></script>'
_ELSEWHERE = ("js/docs.js", "js/recorder-worklet.js")
"""Modules that the page itself does not begin with."""

_TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json", ".png": "image/png"}  # fmt: skip


def page_routes() -> list[Route]:
    """Everything that is a file."""
    shown = [("/static/{path:path}", static_file), *((path, page) for path in _PAGES)]
    return [Route(path, show, methods=["GET", "HEAD"]) for path, show in shown]


def is_page(path: str) -> bool:
    return path in _PAGES or path.startswith("/static/")


async def page(request: Request) -> Response:
    return _file(request, _PAGES[request.url.path])


async def static_file(request: Request) -> Response:
    """A file by its name, or below the mark of this version, where a browser need never ask for it again."""
    name = str(request.path_params["path"])
    mark, _, rest = name.partition("/")
    return _file(request, rest, lasting=mark == _version()) if mark.startswith("~") else _file(request, name)


def login_page(*, wrong: bool) -> Response:
    """The form for the token. Its style is inside, since nothing else may be fetched without a token.

    A form on a page that tells nobody where it is says nothing of where it comes from, and would be refused.
    """
    text = _static().joinpath("login.html").read_text(encoding="utf-8")
    style = text.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    if wrong:
        text = text.replace("hidden", "", 1)
    policy = CSP.replace("style-src 'self'", f"style-src 'sha256-{digest}'")
    headers = {"Content-Security-Policy": policy, "Referrer-Policy": "same-origin"}
    return Response(text, 401, headers, media_type="text/html")


def _file(request: Request, name: str, *, lasting: bool = False) -> Response:
    if name not in _known():
        raise Refused(404, "There is no such file.")
    body, tag = _contents(name)
    headers = {"ETag": tag, "Cache-Control": "max-age=31536000, immutable" if lasting else "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    ending = "." + name.rpartition(".")[2]
    kind = _TYPES.get(ending) or mimetypes.types_map.get(ending, "application/octet-stream")
    return Response(body, headers=headers, media_type=kind)


def _static() -> Traversable:
    return files("voice_gateway.console").joinpath("static")


@cache
def _known() -> frozenset[str]:
    """Every file there is, so that no path can lead out of the folder."""
    found: set[str] = set()

    def walk(folder: Traversable, prefix: str) -> None:
        for entry in folder.iterdir():
            if entry.is_dir():
                walk(entry, f"{prefix}{entry.name}/")
            else:
                found.add(prefix + entry.name)

    walk(_static(), "")
    return frozenset(found)


@cache
def _contents(name: str) -> tuple[bytes, str]:
    body = _static().joinpath(name).read_bytes()
    if name == "index.html":
        body = body.replace(_MAIN, b"\n".join((*_preloads(), _MAIN)))
    if name.endswith((".html", ".webmanifest")):
        body = body.replace(b'"/static/', f'"/static/{_version()}/'.encode())
    return body, f'"{hashlib.sha256(body).hexdigest()[:20]}"'


def _preloads() -> list[bytes]:
    """All modules at once, rather than each when the one before it has told of it."""
    modules = sorted(name for name in _known() if name.startswith("js/") and name not in _ELSEWHERE)
    return [f'<link rel="modulepreload" href="/static/{name}">'.encode() for name in modules]


@cache
def _version() -> str:
    """A mark that changes with any of the files. Modules name each other relatively, and so keep it."""
    whole = hashlib.sha256()
    for name in sorted(_known()):
        whole.update(name.encode() + _static().joinpath(name).read_bytes())
    return f"~{whole.hexdigest()[:16]}"
