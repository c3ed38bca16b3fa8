"""What a chat can be asked about itself: its tools, its figures, and to forget."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.table import Table

    from voice_gateway.cli.assistant import There
    from voice_gateway.conversation import Conversation
    from voice_gateway.gateway import Gateway


class Aside(Protocol):
    async def tools(self) -> "Table": ...

    async def figures(self) -> "Table": ...

    async def reset(self) -> None: ...


class NearAside:
    """Of the gateway in this process."""

    def __init__(self, gateway: "Gateway", conversation: "Conversation") -> None:
        self._gateway = gateway
        self._conversation = conversation

    async def tools(self) -> "Table":
        from voice_gateway.cli.tools import tools_table

        return tools_table(self._gateway.manager.all())

    async def figures(self) -> "Table":
        from voice_gateway.cli.stats import figures_table

        return figures_table({"this chat": self._gateway.metrics.figures()})

    async def reset(self) -> None:
        self._conversation.reset()


class FarAside:
    """Of the gateway that `run` has up, as its console tells it."""

    def __init__(self, there: "There") -> None:
        self._there = there

    async def tools(self) -> "Table":
        from voice_gateway.cli.terminal import table

        rows = table("tool", "tier", "may change things", "tokens", numbers=("tokens",))
        for tool in (await self._there.get("/api/tools"))["tools"]:
            rows.add_row(tool["name"], tool["tier"], "yes" if tool["acts"] else "no", str(tool["tokens"]))
        return rows

    async def figures(self) -> "Table":
        from voice_gateway.cli.terminal import table

        day = (await self._there.get("/api/stats?days=1"))["whole"]
        rows = table("", "today", numbers=("today",))
        for name, many in {"turns": day["turns"], **day["outcomes"]}.items():
            rows.add_row(name, str(many))
        return rows

    async def reset(self) -> None:
        await self._there.reset()
