"""What is tapped on the page is in the journal, too."""

from tests.assembled import Assemble
from voice_gateway.console.home_view import Hands
from voice_gateway.devices import Action, Command


async def test_why_names_the_page(assemble: Assemble) -> None:
    async with assemble() as house:
        gateway = house.gateway
        hands = Hands(gateway.home, gateway.guard, gateway.planning)
        await hands.command("kitchen-kitchen-light", Command(Action.ON), confirmed=False)
        assert (await house.ask("why is the kitchen light on?")).text == (
            "Kitchen light is on: somebody changed it on the page at 6:00 PM."
        )
