"""The browser's tools as the fallback uses them: addresses checked, answers reduced to what can be read."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from itertools import count
from typing import Any

from langchain_core.tools import BaseTool
from pydantic import Field

from voice_gateway.browser.page_text import links_of, readable, title_of
from voice_gateway.browser.server import ARGUMENTS
from voice_gateway.errors import ToolError
from voice_gateway.tools.registered import RegisteredTool
from voice_gateway.tools.search.present import UNTRUSTED
from voice_gateway.tools.tier import Tier

LINKS = "\nLinks (target: name): "
"""Stands before what can be clicked, for a model that drives."""

Land = Callable[[str], Awaitable[str]]
"""Checks an address and says where it leads."""

_LOADS = {"browser_navigate", "browser_snapshot"}
"""What ends when the page is there; everything else may have led to another that is still coming."""

_LOOKS, _BETWEEN = 4, 0.2
"""How often it is looked whether a page stands still, and the seconds between."""

_number = count()


class PageTool(BaseTool):
    """One of the browser's tools. Whatever it does, it answers with the page as it is then."""

    inner: Any = Field(exclude=True, repr=False)
    snapshot: Any = Field(exclude=True, repr=False)
    land: Any = Field(exclude=True, repr=False)

    def _run(self, /, **arguments: Any) -> Any:
        raise NotImplementedError("a browser is asynchronous: use ainvoke")

    async def _arun(self, /, **arguments: Any) -> str:
        if "url" in arguments:
            arguments["url"] = await self.land(arguments["url"])
        if self.name != "browser_snapshot":
            try:
                await self.inner.ainvoke(arguments)
            except ToolError as error:
                # A page that never ends loading may have its text on the screen already.
                if "Timeout" not in error.message:
                    raise ToolError(_first_line(error.message)) from None
        return _page(await self._standing_still())

    async def _standing_still(self) -> str:
        """The page; behind a click, not the middle of two."""
        seen: str = await self.snapshot.ainvoke({})
        for _ in range(0 if self.name in _LOADS else _LOOKS):
            await asyncio.sleep(_BETWEEN)
            before, seen = seen, await self.snapshot.ainvoke({})
            if seen == before:
                break
        return seen


def page_tools(offered: Iterable[RegisteredTool], land: Land) -> tuple[RegisteredTool, ...]:
    """The seven tools that are known to be safe, of those that a server offers; none without a snapshot."""
    inner = {tool.name: tool.tool for tool in offered if tool.name in ARGUMENTS}
    if "browser_snapshot" not in inner:
        return ()
    return tuple(
        _wrapped(inner[name], inner["browser_snapshot"], land) for name in ARGUMENTS if name in inner
    )


def without_links(page: str) -> str:
    """The page for a model that cannot click."""
    return page.partition(LINKS)[0]


def _wrapped(inner: BaseTool, snapshot: BaseTool, land: Land) -> RegisteredTool:
    tool = PageTool(
        name=inner.name,
        description=inner.description,
        args_schema=_narrowed(inner),
        inner=inner,
        snapshot=snapshot,
        land=land,
    )
    # The same call twice is not the same page twice.
    return RegisteredTool(tool, Tier.BROWSER, reads_web=True, identity=lambda _: next(_number))


def _narrowed(tool: BaseTool) -> dict[str, Any]:
    declared: Any = tool.tool_call_schema
    schema = declared if isinstance(declared, dict) else declared.model_json_schema()
    known = schema.get("properties", {})
    kept = {name: known[name] for name in ARGUMENTS[tool.name] if name in known}
    required = [name for name in schema.get("required", ()) if name in kept]
    return {"type": "object", "properties": kept, "required": required, "additionalProperties": False}


def _page(answer: str) -> str:
    text = readable(answer)
    if not text:
        raise ToolError("the page has no text")
    title = title_of(answer)
    links = links_of(answer)
    head = f"{UNTRUSTED}\n{title}" if title and not text.startswith(title) else UNTRUSTED
    return f"{head}\n{text}{LINKS}{links}" if links else f"{head}\n{text}"


def _first_line(message: str) -> str:
    lines = [line for line in message.splitlines() if line and not line.startswith("#")]
    return (lines[0] if lines else message).removeprefix("Error: ").removeprefix("browserBackend.callTool: ")
