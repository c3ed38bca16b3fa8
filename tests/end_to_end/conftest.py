"""The whole chain: a scripted model, our MCP server as a process, the real driver, and mock nodes."""

import json
import shlex
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.forked import program
from tests.home import settings_for
from tests.servers.ollama import DIGEST, KNOWN, ScriptedOllama, scripted_ollama
from tests.zwave_rig.rig import ZwaveRig
from voice_gateway.assembly import open_gateway
from voice_gateway.conversation import Conversation
from voice_gateway.finishing import Answer
from voice_gateway.gateway import Gateway
from voice_gateway.models.ability import remember


@dataclass
class Chain:
    gateway: Gateway
    ollama: ScriptedOllama
    rig: ZwaveRig
    conversation: Conversation = field(default_factory=Conversation)

    async def ask(self, text: str) -> Answer:
        return await self.gateway.turn(text, self.conversation)

    @property
    def server_process(self) -> int:
        """The process of the MCP server."""
        assert self.gateway.servers
        [health] = [server for server in self.gateway.servers.health() if server.name == "zwave"]
        assert health.pid
        return health.pid


@pytest.fixture
async def chain(rig: ZwaveRig, tmp_path: Path) -> AsyncIterator[Chain]:
    command = tmp_path / "voice-gateway"  # the name by which it is known to be ours
    command.write_text(f'#!/bin/sh\nexec {shlex.join(program())} "$@"\n')
    command.chmod(0o755)
    arguments = ["zwave-mcp", "--zwave-url", rig.url]
    servers = {"zwave": {"command": str(command), "args": arguments, "tier": "device", "timeout": 120}}
    config = tmp_path / "mcp.json"
    config.write_text(json.dumps({"mcpServers": servers}))
    remember(DIGEST, KNOWN)  # a model that nobody knows would be tried while a server comes back
    async with scripted_ollama() as ollama:
        settings = settings_for(
            provider="ollama", ollama__base_url=ollama.url, mcp__config=config, search__browser=False
        )
        async with open_gateway(settings) as gateway:
            yield Chain(gateway, ollama, rig)
