"""Makes readable text of a snapshot, which is the page as a tree of roles, names and references."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from voice_gateway.tokens import estimate_tokens

MAX_TOKENS = 700
"""What a page may cost in a prompt: about five paragraphs."""

MAX_LINK_TOKENS = 150

_LARGEST = 400_000
"""Characters of a snapshot that are looked at; real pages have 50,000 to 500,000."""

_BLOCK = re.compile(r"```(?:yaml)?\n(.*?)(?:\n```|\Z)", re.S)
_NODE = re.compile(
    r"""^(?P<indent>\s*)-\ '?(?P<role>[\w/]+)
        (?:\ "(?P<name>(?:[^"\\]|\\.)*)")?
        (?P<marks>(?:\ \[[^\]]*\])*)
        '?(?::\ ?(?P<text>.*))?$""",
    re.X,
)
_REFERENCE = re.compile(r"\[ref=(\w+)\]")

_AROUND = {"banner", "navigation", "contentinfo", "dialog", "alertdialog", "menu", "menubar", "tablist"}
"""Parts that a site has on every page; their whole inside is left out."""

_NOT_READ = {
    "button", "textbox", "searchbox", "combobox", "checkbox", "radio", "switch", "slider", "spinbutton",
    "option", "img", "separator", "iframe", "progressbar",
}  # fmt: skip
"""What one operates or sees; none of it answers a question."""

_BLOCKS = {
    "paragraph", "heading", "listitem", "cell", "columnheader", "rowheader", "term", "definition", "row",
    "caption",
}  # fmt: skip
"""What stands inside one of these is one line."""

_CLICKABLE = {"link", "button", "textbox", "searchbox", "combobox"}


@dataclass(frozen=True)
class _Node:
    depth: int
    role: str
    text: str
    reference: str


def readable(answer: str) -> str:
    """The words of a page in their order, without what is around them, within `MAX_TOKENS`."""
    kept: list[str] = []
    tokens = MAX_TOKENS
    for line in dict.fromkeys(_lines(answer)):  # menus and link texts come twice
        cost = estimate_tokens(line) + 1
        if cost > tokens:
            kept.append(_beginning(line, tokens))
            break
        kept.append(line)
        tokens -= cost
    return "\n".join(line for line in kept if line)


def links_of(answer: str) -> str:
    """What can be clicked or filled in, by the reference that the browser's tools want."""
    kept: list[str] = []
    tokens = MAX_LINK_TOKENS
    for node in _inside(_nodes(answer)):
        if node.role not in _CLICKABLE or not node.reference:
            continue
        entry = f"{node.reference}: {node.text or node.role}"
        tokens -= estimate_tokens(entry) + 1
        if tokens < 0:
            break
        kept.append(entry)
    return "; ".join(kept)


def title_of(answer: str) -> str:
    """The title of the page that an answer of the browser is about."""
    found = re.search(r"^- Page Title: (.*)$", answer, re.M)
    return found.group(1).strip()[:200] if found else ""


def _lines(answer: str) -> Iterator[str]:
    """One line for every block of text; what stands inside a block is joined to it."""
    block: int | None = None
    words: list[str] = []
    for node in _inside(_nodes(answer)):
        if block is None or node.depth <= block:
            yield " ".join(words)
            block, words = (node.depth if node.role in _BLOCKS else None), []
        if node.text and node.role not in _NOT_READ:
            words.append(node.text)
    yield " ".join(words)


def _inside(nodes: Iterator[_Node]) -> Iterator[_Node]:
    """Without the parts around a page's own text."""
    skipped: int | None = None
    for node in nodes:
        if skipped is not None and node.depth > skipped:
            continue
        skipped = node.depth if node.role in _AROUND else None
        if skipped is None:
            yield node


def _nodes(answer: str) -> Iterator[_Node]:
    found = _BLOCK.search(answer[:_LARGEST])
    for line in found.group(1).splitlines() if found else ():
        match = _NODE.match(line)
        if match is None or match["role"].startswith("/"):
            continue
        reference = _REFERENCE.search(match["marks"])
        yield _Node(
            len(match["indent"]),
            match["role"],
            _plain(match["text"] or "") or _plain(match["name"] or ""),
            reference[1] if reference else "",
        )


def _plain(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    return " ".join(text.replace('\\"', '"').replace("\\\\", "\\").split())


def _beginning(line: str, tokens: int) -> str:
    words = line.split()
    while words and estimate_tokens(" ".join(words)) + 2 > tokens:
        words = words[: len(words) * 4 // 5]
    return f"{' '.join(words)} …" if words else ""
