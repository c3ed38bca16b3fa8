"""Lists: what is put on them, taken off, and read out."""

from collections.abc import Sequence

from voice_gateway.devices.words import roots
from voice_gateway.planning.desk import Desk, Told, asks, declines
from voice_gateway.saying import capitalised, listed
from voice_gateway.wishes import Deed, Errand, Thing, Wish, write_wish

SHOPPING = "shopping"
"""The list that is meant when none is named."""


async def on_list(desk: Desk, errand: Errand) -> Told:
    name = await _called(desk, errand)
    match errand.deed:
        case Deed.READ if not errand.name:
            return await _all(desk)
        case Deed.READ if errand.items:
            return await _are_on(desk, name, errand.items)
        case Deed.READ:
            return await _read(desk, name)
        case Deed.ADD:
            return await _add(desk, name, errand.items)
        case Deed.REMOVE:
            return await _remove(desk, name, errand.items)
        case Deed.CLEAR | Deed.DROP:
            return await _empty(desk, name, errand.deed)
    raise declines("I can't do that to a list.")


async def _called(desk: Desk, errand: Errand) -> str:
    """The name of the list that is meant, in full: the "christmas list" may be that of christmas presents."""
    name = errand.name.removesuffix(" list") or SHOPPING
    names = await desk.lists.names()
    begun = errand.deed is Deed.ADD and not errand.items
    if begun or name == SHOPPING or name.casefold() in (each.casefold() for each in names):
        return name
    fitting = [each for each in names if {*roots(name)} and {*roots(name)} <= {*roots(each)}]
    return fitting[0] if len(fitting) == 1 else name


async def _all(desk: Desk) -> Told:
    names = await desk.lists.names()
    if len(names) == 1:
        return await _read(desk, names[0])
    return Told(f"There are {len(names)} lists: {listed(names)}." if names else "There are no lists yet.")


async def _read(desk: Desk, name: str) -> Told:
    items = await desk.lists.read(name)
    if items is None:
        names = await desk.lists.names()
        there = f" There is: {listed(names)}." if names else ""
        return Told(f"There is no {name} list yet.{there}")
    if not items:
        return Told(f"The {name} list is empty.", {"items": []})
    things = "1 thing is" if len(items) == 1 else f"{len(items)} things are"
    return Told(f"{things} on the {name} list: {listed(items)}.", {"items": list(items)})


async def _are_on(desk: Desk, name: str, items: Sequence[str]) -> Told:
    """Whether something is on a list: yes, as it stands there; no; or which of several."""
    there = await desk.lists.read(name) or ()
    fitting = {item: [one for one in there if {*roots(item)} <= {*roots(one)}] for item in items}
    found = list(dict.fromkeys(one for ones in fitting.values() for one in ones))
    missing = [item for item, ones in fitting.items() if not ones]
    said = [f"Yes, {listed(found)} {_one_or_many('is', 'are', found)} on the {name} list."] if found else []
    if missing:
        no = "" if found else "No, "
        words = f"{no}{listed(missing)} {_one_or_many('is', 'are', missing)} not on the {name} list."
        said.append(capitalised(words))
    return Told(" ".join(said), {"items": found})


async def _add(desk: Desk, name: str, items: Sequence[str]) -> Told:
    if not items:
        raise asks(f"What shall I put on the {name} list?")
    done = await desk.lists.add(name, items)
    said = [f"I've put {listed(done.added)} on the {name} list."] if done.added else []
    if done.there:
        said.append(
            f"{capitalised(listed(done.there))} {_one_or_many('was', 'were', done.there)} on it already."
        )
    return Told(" ".join(said), _undo(Deed.REMOVE, name, done.added))


async def _remove(desk: Desk, name: str, items: Sequence[str]) -> Told:
    if not items:
        raise asks(f"What shall I take off the {name} list?")
    done = await desk.lists.remove(name, items)
    if not done.removed:
        verb = _one_or_many("is", "are", done.missing)
        raise declines(f"{capitalised(listed(done.missing))} {verb} not on the {name} list.")
    said = f"I've taken {listed(done.removed)} off the {name} list."
    missing = f" I did not find {listed(done.missing)} there." if done.missing else ""
    return Told(said + missing, _undo(Deed.ADD, name, done.removed))


async def _empty(desk: Desk, name: str, deed: Deed) -> Told:
    if await desk.lists.read(name) is None:
        raise declines(f"There is no {name} list.")
    gone = await (desk.lists.clear(name) if deed is Deed.CLEAR else desk.lists.drop(name))
    said = f"The {name} list is empty now." if deed is Deed.CLEAR else f"The {name} list is gone."
    return Told(said, _undo(Deed.ADD, name, gone))


def _one_or_many(one: str, many: str, items: Sequence[str]) -> str:
    """The verb for these things: of one, too, there may be many ("bananas")."""
    single = len(items) == 1 and (not items[0].endswith("s") or items[0].endswith("ss"))
    return one if single else many


def _undo(deed: Deed, name: str, items: Sequence[str]) -> dict[str, object]:
    """The errand that takes it back."""
    back = Wish((Errand(Thing.LIST, deed, name, tuple(items)),))
    return {"list": name, "items": list(items), "undo": [write_wish(back)] if items else []}
