"""What a task wants afterwards: the home some minutes later, what was announced by then, and the lists."""

from voice_gateway.devices import Asked, DataQuestion, Home, Kind, SimulatedHome
from voice_gateway.keeping.by_hand import let_pass
from voice_gateway.make_believe import Time
from voice_gateway.measuring.tasks.home_tasks import HomeTask
from voice_gateway.measuring.tasks.states import Snapshot, Verdict, compare, prepare
from voice_gateway.planning import Planning


async def live_on(time: Time, task: HomeTask, home: Home, begin: Snapshot, planning: Planning) -> Verdict:
    """Let time pass as the task has it, and see what comes of it."""
    missing, wrong, gone = list[str](), list[str](), 0.0
    for later in task.later:
        await let_pass(60 * (later.minutes - gone), time.clock, planning)
        gone = later.minutes
        if later.happens and isinstance(home, SimulatedHome):
            prepare(home, later.happens)
            await planning.quiet()
        verdict = compare(home, begin, later.after)
        missing += [f"after {gone:g} minutes, {each}" for each in verdict.missing]
        wrong += [f"after {gone:g} minutes, {each}" for each in verdict.wrong]
        told = " ".join(time.heard).casefold()
        if later.said and not any(word.casefold() in told for word in later.said):
            missing.append(f"after {gone:g} minutes, nobody was told {' or '.join(later.said)}")
    for name, wanted in (task.lists or {}).items():
        items = await _on_device(home, name) or await planning.desk.lists.read(name) or ()
        if sorted(map(str.casefold, items)) != sorted(map(str.casefold, wanted)):
            missing.append(f"the {name} list holds {', '.join(items) or 'nothing'}")
    return Verdict(tuple(missing), tuple(wrong))


async def _on_device(home: Home, name: str) -> tuple[str, ...]:
    """What is still to be done on a list of the home itself, if there is one of this name."""
    for device in home.devices():
        if device.kind is Kind.TODO_LIST and name.casefold() in device.name.casefold():
            data = await home.ask(device.id, DataQuestion(Asked.ITEMS))
            return tuple(item.text for item in data.items if not item.done)
    return ()
