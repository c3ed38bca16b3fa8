"""Puts the parts together by the settings."""

import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from voice_gateway.browser import open_browser
from voice_gateway.devices import Guard, Home, Resolver, open_home
from voice_gateway.gateway import Gateway
from voice_gateway.keeping import FILE as HOUSEHOLD
from voice_gateway.keeping import Clock, Household, MachineClock, NotKept
from voice_gateway.known_names import remember_names
from voice_gateway.mcp import (
    ForeignGuard,
    InProcess,
    McpIntegration,
    McpServer,
    Registration,
    ServerState,
    confirmation,
    load_servers,
)
from voice_gateway.metrics import Metrics, MetricsStore
from voice_gateway.models.provider import choose_client
from voice_gateway.planning import FILE as ROUTINES
from voice_gateway.planning import Announcer, Journaling, Kept, Planning, read_routines
from voice_gateway.routing import HomeWords, MicroRouter, default_classifier
from voice_gateway.settings import Settings, config_file, data_dir
from voice_gateway.tasks import beside
from voice_gateway.times import Location
from voice_gateway.times.here import machine_zone
from voice_gateway.tools import Behaviour, Tier, ToolExecutor, ToolManager, own_tools
from voice_gateway.tools.execution.named import OnlyWhatIsNamed
from voice_gateway.tools.execution.repair import Repair
from voice_gateway.tools.time_zones import find_zone
from voice_gateway.wishes.carry_out import Interpreter
from voice_gateway.wishes.conditions import Present

if TYPE_CHECKING:
    from voice_gateway.fleet import Member

log = logging.getLogger(__name__)

Announce = Callable[[str], None]
"""Is told, in one line each, what a person should know about how things started."""

Progress = Callable[[str, float], None]
"""Is told each part that has come up, and the seconds it took."""


@asynccontextmanager
async def open_gateway(
    settings: Settings,
    announce: Announce = log.info,
    progress: Progress = lambda part, seconds: None,
    *,
    keep_time: bool = True,
    clock: Clock | None = None,
) -> AsyncIterator[Gateway]:
    """A gateway that is ready to take sentences; everything it started ends with it.

    Without `keep_time`, plans are made and not carried out: for who asks one thing and leaves. Plans go by
    `clock`, or by that of the machine.
    """
    async with AsyncExitStack() as stack:
        began = time.perf_counter()
        choice = await choose_client(settings)
        stack.push_async_callback(choice.client.close)
        announce(choice.notice)
        progress(f"model ({choice.client.name})", time.perf_counter() - began)
        metrics = Metrics(open_store(settings))
        stack.callback(metrics.close)
        manager = make_manager(settings)
        classifier = default_classifier()
        began = time.perf_counter()
        browser = await stack.enter_async_context(open_browser(settings.search, announce))
        further = [browser.server] if browser else []
        member = await stack.enter_async_context(_joined(settings)) if settings.fleet.nats_url else None
        opened = await stack.enter_async_context(
            open_home_and_servers(settings, manager, further, shared=member.home if member else None)
        )
        if member and keep_time:
            await member.lease.start()
        progress(_described(opened), time.perf_counter() - began)
        for trouble in opened.servers.missing_abilities():
            announce(trouble)
        if opened.home and not settings.home.is_named and _has_foreign_devices(manager):
            announce(
                "Other servers' devices stand beside a simulated home; yours is home.zwave_url or home.file."
            )
        resolver = Resolver(opened.home.registry) if opened.home else None
        if opened.home:
            stack.callback(_follow_names(opened.home, classifier))
        kept = open_kept(settings, announce, clock or MachineClock(), member)
        stack.callback(kept.household.close)
        by_name: list[Behaviour] = [OnlyWhatIsNamed(resolver), Repair(resolver)] if resolver else []
        executor = ToolExecutor(
            timeout=settings.turn.tool_timeout,
            result_limit=settings.turn.tool_result_chars,
            behaviours=[ForeignGuard(opened.guard), confirmation, *by_name, *_journaling(kept, opened.home)],
        )
        interpreter = Interpreter(manager, executor, opened.home, resolver, opened.guard)
        planning = make_planning(kept, interpreter, member.announcer if member else None)
        for tool in planning.tools():
            manager.register(tool)
        if keep_time and member is None:
            await stack.enter_async_context(planning.running())
        gateway = Gateway(
            settings,
            choice.client,
            manager,
            executor,
            classifier,
            metrics,
            resolver=resolver,
            home=opened.home,
            guard=opened.guard,
            servers=opened.servers,
            browser=browser,
            planning=planning,
            memory=member.memory if member else None,
            admission=member.admission if member else None,
        )
        if member:
            metrics.belong_to(settings.fleet.home, member.name, lambda: member.lease.held)
        if member and keep_time:
            await stack.enter_async_context(member.serving(gateway))
        yield gateway


def _joined(settings: Settings) -> "AbstractAsyncContextManager[Member]":
    from voice_gateway.fleet import open_member

    return open_member(settings)


def open_kept(settings: Settings, announce: Announce, clock: Clock, member: "Member | None" = None) -> Kept:
    """The file of plans, lists and routines; in memory when there is no place for it."""
    zone = find_zone(settings.timezone) if settings.timezone else machine_zone()
    location = Location(zone, settings.home.latitude, settings.home.longitude)
    if member:
        return Kept(
            member.household, member.clock, location, read_routines(config_file().with_name(ROUTINES))
        )
    try:
        household = Household(data_dir() / HOUSEHOLD)
    except NotKept as error:
        announce(f"{error.message} Plans and lists last until the end of this run. {error.fix or ''}".strip())
        household = Household(None)
    return Kept(household, clock, location, read_routines(config_file().with_name(ROUTINES)))


@asynccontextmanager
async def open_planning(settings: Settings, announce: Announce = log.info) -> AsyncIterator[Planning]:
    """What is kept, to look at it: with the home's names, without a model, and nothing fires."""
    async with AsyncExitStack() as stack:
        member = await stack.enter_async_context(_joined(settings)) if settings.fleet.nats_url else None
        kept = open_kept(settings, announce, MachineClock(), member)
        stack.callback(kept.household.close)
        home, guard, _ = await _open_our_home(settings, stack, member.home if member else None)
        resolver = Resolver(home.registry)
        yield make_planning(kept, Interpreter(ToolManager(), ToolExecutor(), home, resolver, guard))


def make_planning(kept: Kept, interpreter: Interpreter, announcer: Announcer | None = None) -> Planning:
    zone = kept.location.zone
    present = Present(lambda: datetime.fromtimestamp(kept.clock.now(), zone), kept.location)
    return Planning(kept, replace(interpreter, routine=kept.book.wish, present=present), announcer)


def _journaling(kept: Kept, home: Home | None) -> list[Behaviour]:
    return [Journaling(kept.journal, home, kept.clock.now)] if home else []


@dataclass(frozen=True)
class Opened:
    """The home, who guards it, and the servers: ours over the home, and others beside it."""

    home: Home | None
    """None when a configured server of ours has the home in a process of its own."""

    guard: Guard
    servers: McpIntegration


@asynccontextmanager
async def open_home_and_servers(
    settings: Settings, manager: ToolManager, further: Sequence[McpServer] = (), *, shared: Home | None = None
) -> AsyncIterator[Opened]:
    """The home and all MCP servers, with their tools registered as they become known. A home that is `shared`
    with other gateways is opened by them in turn."""
    others = load_servers(settings.mcp.config) if settings.mcp.config else ()
    async with AsyncExitStack() as stack:
        home: Home | None = None
        guard = Guard(settings.home.guarded)
        servers = [*others, *further]
        if settings.home.is_named or not any(server.is_a_home for server in others):
            home, guard, ours = await _open_our_home(settings, stack, shared)
            servers.insert(0, ours)
        integration = McpIntegration(servers, Registration(manager))
        yield Opened(home, guard, await stack.enter_async_context(integration))


async def _open_our_home(
    settings: Settings, stack: AsyncExitStack, shared: Home | None = None
) -> tuple[Home, Guard, McpServer]:
    from voice_gateway.devices.mcp_server.server import build_server

    home = shared or open_home(settings.home)
    guard = Guard(settings.home.guarded, home.registry, data_dir() / "guarded-names.json")
    stack.push_async_callback(home.close)
    await home.start()
    guard.check()
    return home, guard, McpServer("home", InProcess(build_server(home, guard)), tier=Tier.DEVICE)


def warming(gateway: Gateway) -> AbstractAsyncContextManager[None]:
    """Warm the model in the background while the block runs."""
    return beside(gateway.warm())


def make_manager(settings: Settings) -> ToolManager:
    """All tools that need no connection: our own, and those of other packages."""
    manager = ToolManager()
    for tool in own_tools(settings):
        manager.register(tool)
    manager.load_entry_points()
    return manager


def _has_foreign_devices(manager: ToolManager) -> bool:
    return any(tool.foreign for tool in manager.select(Tier.DEVICE))


def open_store(settings: Settings) -> MetricsStore | None:
    """Where figures are kept; None when they are not wanted, or there is no place for them."""
    if not settings.metrics:
        return None
    try:
        return MetricsStore(data_dir() / "metrics.sqlite3")
    except (OSError, sqlite3.Error) as error:
        log.warning("Metrics are not kept: %s", error)
        return None


def _described(opened: Opened) -> str:
    waiting = (ServerState.IDLE, ServerState.DISABLED)
    servers = [
        server for server in opened.servers.health() if server.name != "home" and server.state not in waiting
    ]
    ready = sum(server.state is ServerState.READY for server in servers)
    parts = [f"home ({len(opened.home.devices())} devices)"] if opened.home else []
    parts += [f"MCP servers ({ready} of {len(servers)} ready)"] if servers else []
    return ", ".join(parts)


def _follow_names(home: Home, router: MicroRouter) -> Callable[[], None]:
    """Keep the router's list of names equal to the home's, as devices come, go and are renamed."""
    seen = -1

    def follow(_device: object = None) -> None:
        nonlocal seen
        if home.registry.revision != seen:
            seen = home.registry.revision
            words = home_words(home)
            router.follow(words)
            remember_names((*words.devices, *words.rooms))

    follow()
    return home.registry.subscribe(follow)


def home_words(home: Home) -> HomeWords:
    devices = home.devices()
    names = {name for device in devices for name in (device.name, *device.aliases)}
    rooms = {place for device in devices for place in (device.room, device.floor) if place}
    return HomeWords(tuple(sorted(names)), tuple(sorted(rooms)))
