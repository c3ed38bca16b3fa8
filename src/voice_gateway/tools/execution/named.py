"""Where a sentence calls a device by its name, a model that would act on another has to ask."""

from voice_gateway.devices import Matched, Resolver
from voice_gateway.devices.words import roots
from voice_gateway.tools.execution.call import Invocation, Proceed, Result
from voice_gateway.tools.execution.consent import asked_back
from voice_gateway.tools.execution.narrowing import DEVICE
from voice_gateway.tools.execution.repair import WEAK
from voice_gateway.tools.tier import Tier


class OnlyWhatIsNamed:
    """A behaviour for `ToolExecutor`. What the sentence leaves open, a model may choose."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver

    async def __call__(self, invocation: Invocation, proceed: Proceed) -> Result:
        return asked_back(invocation) if self._is_another(invocation) else await proceed(invocation)

    def _is_another(self, invocation: Invocation) -> bool:
        """Whether the call is about none of the devices that were named, in words that nobody said."""
        tool, turn, device = invocation.tool, invocation.turn, invocation.arguments.get(DEVICE)
        ours = tool.tier is Tier.DEVICE and not tool.foreign
        if not (turn.by_model and ours and invocation.acts and isinstance(device, str)):
            return False
        named = self._resolver.named_in(turn.sentence)
        telling = {*roots(device)} - WEAK
        if invocation.approved or not named or not telling or telling & {*roots(turn.sentence)}:
            return False
        meant = self._resolver.resolve(device, room=turn.room)
        return isinstance(meant, Matched) and not named & {one.id for one in meant.devices}
