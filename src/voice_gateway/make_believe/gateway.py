"""The gateway over a home that is made up."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

from voice_gateway.assembly import home_words, make_planning
from voice_gateway.devices import Guard, Home, Resolver, SimulatedHome
from voice_gateway.devices.mcp_server.server import build_server
from voice_gateway.gateway import Gateway
from voice_gateway.make_believe.stand_ins import own_stand_ins
from voice_gateway.make_believe.time import Time
from voice_gateway.mcp import InProcess, McpIntegration, McpServer, Registration, confirmation
from voice_gateway.metrics import Metrics
from voice_gateway.models import ChatClient
from voice_gateway.planning import Journaling
from voice_gateway.routing import MicroRouter, default_classifier
from voice_gateway.settings import Settings
from voice_gateway.tools import RegisteredTool, Tier, ToolExecutor, ToolManager
from voice_gateway.tools.clock import datetime_tool
from voice_gateway.tools.execution.repair import Repair
from voice_gateway.wishes.carry_out import Interpreter

Who = Callable[[Home], ChatClient]
"""Who answers in a home: a model that is the same everywhere, or a parser that knows the names."""


@dataclass
class MakeBelieve:
    """Who answers, and whether the fast path may answer first. One home at a time."""

    settings: Settings
    who: Who
    fast_path: bool = True
    _classifier: MicroRouter = field(default_factory=default_classifier, init=False)
    _own_tools: tuple[RegisteredTool, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._own_tools = own_stand_ins(self.settings)

    @asynccontextmanager
    async def gateway(self, home: Home, at: Time | None = None) -> AsyncIterator[Gateway]:
        """The gateway over this home, put together as for people; only the tools around it are quiet."""
        await home.start()
        settings = self.settings.model_copy(update={"fast_path": self.fast_path})
        manager = ToolManager()
        at = at or Time.of(settings, None)
        for tool in self._own_tools:
            is_clock = tool.tier is Tier.DATETIME
            manager.register(datetime_tool(settings.timezone, at.in_zone) if is_clock else tool)
        self._classifier.follow(home_words(home))
        resolver = Resolver(home.registry)
        guard = Guard(settings.home.guarded)
        now = partial(at.in_zone, None)
        if isinstance(home, SimulatedHome):
            home.now = now
        server = McpServer("home", InProcess(build_server(home, guard, now)), tier=Tier.DEVICE)
        executor = ToolExecutor(
            timeout=settings.turn.tool_timeout,
            result_limit=settings.turn.tool_result_chars,
            behaviours=[confirmation, Repair(resolver), Journaling(at.kept.journal, home, at.clock.now)],
        )
        planning = make_planning(at.kept, Interpreter(manager, executor, home, resolver, guard))
        for tool in planning.tools():
            manager.register(tool)
        async with AsyncExitStack() as stack:
            stack.push_async_callback(home.close)
            stack.callback(at.kept.household.close)
            servers = await stack.enter_async_context(McpIntegration([server], Registration(manager)))
            await stack.enter_async_context(planning.running())
            stack.enter_context(planning.announcer.listening(at.hear))
            yield Gateway(
                settings,
                self.who(home),
                manager,
                executor,
                self._classifier,
                Metrics(),
                resolver=resolver,
                home=home,
                guard=guard,
                servers=servers,
                planning=planning,
            )
