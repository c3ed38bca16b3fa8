"""Which device may be meant by a name that none has: it is only ever asked about."""

from voice_gateway.devices import Device, Resolver
from voice_gateway.devices.kinds import ALL_NOUNS, NOUNS
from voice_gateway.devices.suggest import misheard
from voice_gateway.devices.words import roots
from voice_gateway.fast_path.left_out import is_spared
from voice_gateway.fast_path.spoken import spoken
from voice_gateway.wishes import Step


def meant_by(step: Step, sentence: str, resolver: Resolver, room: str) -> Device | None:
    """The device that the step may be for: one that sounds like its name, or the only one that was named.

    Never one that the sentence spares, nor one that has nothing in common with a name that was said.
    """
    said = spoken(sentence)
    named = resolver.named_in(sentence)
    only = [each for each in resolver.devices if {each.id} == named and _may_be(step, each, said)]
    meant = misheard(step.target.name, resolver.devices) or next(iter(only), None)
    return None if meant is None or is_spared(meant, step, said, resolver, room) else meant


def _may_be(step: Step, device: Device, said: str) -> bool:
    """Whether nothing in the name speaks against it: neither lights are a saloon, nor is a barn a mower."""
    written, own = {*roots(step.target.name)}, {*roots(device.label)}
    nouns = written & ALL_NOUNS
    if nouns and not nouns & (own | {*NOUNS[device.kind]}):
        return False
    return bool(written & own) or not written <= {*roots(said)}
