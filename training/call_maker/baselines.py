"""Scores others on the same test: a plain parser, and the untuned model under a schema.

python -m training.call_maker.baselines --data FOLDER [--untuned 100]
"""

import argparse
import asyncio
import json
from pathlib import Path

from langchain_core.messages import HumanMessage

from training.call_maker.example import Example, example_from_json
from training.call_maker.judge import Reply, judge
from training.call_maker.parser import parse
from training.call_maker.prepare import TEST, read_homes, read_lines
from training.call_maker.score import Judged, summary
from voice_gateway.devices import Device, Registry, Resolver, SimulatedHome
from voice_gateway.wishes import write_wish
from voice_gateway.wishes.from_calls import wish_of


def parsed(examples: list[Example], homes: list[tuple[Device, ...]]) -> list[Judged]:
    """What the plain parser makes of the sentences about homes."""
    found: list[Judged] = []
    for each in examples:
        devices = homes[each.home or 0]
        reply = Reply(parse(each.user, [device.name.lower() for device in devices]))
        found.append((each, reply, judge(each, reply, Resolver(Registry(devices)))))
    return found


async def untuned(examples: list[Example], homes: list[tuple[Device, ...]]) -> list[Judged]:
    """What the model writes under a schema over the tools that are really bound, without the adapter."""
    from voice_gateway.devices.mcp_server.server import build_server
    from voice_gateway.mcp import InProcess, McpIntegration, McpServer, Registration
    from voice_gateway.models.builtin import BuiltinClient
    from voice_gateway.models.client import ChatClient
    from voice_gateway.settings import Settings
    from voice_gateway.tools import Tier, ToolManager

    manager, client = ToolManager(), BuiltinClient(Settings())
    server = McpServer("home", InProcess(build_server(SimulatedHome())), tier=Tier.DEVICE)
    found: list[Judged] = []
    async with McpIntegration([server], Registration(manager)):
        tools = manager.select(Tier.DEVICE)
        for each in examples:
            made = await ChatClient.write_calls(client, [HumanMessage(each.user)], tools, purpose="baseline")
            reply = Reply(write_wish(wish_of(made.calls)))
            found.append((each, reply, judge(each, reply, Resolver(Registry(homes[each.home or 0])))))
    await client.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("build/call_maker/data"))
    parser.add_argument("--untuned", type=int, default=0, help="how many sentences to ask the untuned model")
    options = parser.parse_args()
    homes = read_homes(options.data)
    examples = [example_from_json(row) for row in read_lines(options.data / TEST)]
    asked = [each for each in examples if each.home is not None]
    card = {"parser": summary(parsed(asked, homes))}
    if options.untuned:
        card["untuned"] = summary(asyncio.run(untuned(asked[: options.untuned], homes)))
    print(json.dumps(card, indent=1))


if __name__ == "__main__":
    main()
