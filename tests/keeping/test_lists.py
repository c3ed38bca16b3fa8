"""Lists hold what was put on them, in order, each thing once."""

import asyncio

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from voice_gateway.keeping import Household, Lists, Storage
from voice_gateway.keeping.lists import Added, Removed

NAMES = st.sampled_from(["shopping", "Shopping", "DIY", "  diy "])
THINGS = st.lists(st.sampled_from(["milk", "Milk", "eggs", "oat  milk", "Brötchen", "BRÖTCHEN", " "]))


class ListsMachine(RuleBasedStateMachine):
    """Against lists of Python's."""

    def __init__(self) -> None:
        super().__init__()
        self.household = Household(None)
        self.lists = Lists(self.household)
        self.runner = asyncio.Runner()
        self.model: dict[str, dict[str, str]] = {}

    def teardown(self) -> None:
        self.runner.close()
        self.household.close()

    @rule(name=NAMES, things=THINGS)
    def add(self, name: str, things: list[str]) -> None:
        model = self.model.setdefault(_key(name), {})
        added = self.runner.run(self.lists.add(name, things))
        new = []
        for thing in things:
            if _key(thing) and _key(thing) not in model:
                model[_key(thing)] = " ".join(thing.split())
                new.append(model[_key(thing)])
        assert added.added == tuple(new)
        assert len(added.added) + len(added.there) == sum(bool(thing.strip()) for thing in things)

    @rule(name=NAMES, thing=st.sampled_from(["milk", "EGGS", "brötchen", "oat milk", "beer"]))
    def remove(self, name: str, thing: str) -> None:
        model = self.model.get(_key(name), {})
        removed = self.runner.run(self.lists.remove(name, [thing]))
        key: str | None = _key(thing)
        if key not in model:
            close = [each for each in model if each == "oat milk" and key in each.split()]
            key = close[0] if close else None
        assert removed == (Removed((model.pop(key),), ()) if key else Removed((), (thing,)))

    @rule(name=NAMES)
    def clear(self, name: str) -> None:
        gone = self.runner.run(self.lists.clear(name))
        assert gone == tuple(self.model.get(_key(name), {}).values())
        if _key(name) in self.model:
            self.model[_key(name)] = {}

    @rule(name=NAMES)
    def drop(self, name: str) -> None:
        gone = self.runner.run(self.lists.drop(name))
        assert gone == tuple(self.model.pop(_key(name), {}).values())

    @invariant()
    def same(self) -> None:
        for name in ("shopping", "diy", "none"):
            kept = self.runner.run(self.lists.read(name))
            assert kept == (tuple(self.model[name].values()) if name in self.model else None)
        assert sorted(map(_key, self.runner.run(self.lists.names()))) == sorted(self.model)
        whole = {_key(name): items for name, items in self.runner.run(self.lists.all()).items()}
        assert whole == {name: tuple(items.values()) for name, items in self.model.items()}


def _key(words: str) -> str:
    return " ".join(words.split()).casefold()


TestListsAsAWhole = ListsMachine.TestCase
TestListsAsAWhole.settings = settings(max_examples=25, stateful_step_count=20)


async def test_s67_several_things_are_added_once_each_and_what_was_there_is_told(
    storage: Storage,
) -> None:
    lists = Lists(storage)
    assert await lists.add("shopping", ["Milk", "eggs"]) == Added(("Milk", "eggs"), ())
    assert await lists.add("Shopping", ["milk", "bread", "Bread"]) == Added(("bread",), ("Milk", "bread"))
    assert await lists.read("SHOPPING") == ("Milk", "eggs", "bread")
    assert await lists.names() == ("shopping",)


async def test_a_thing_is_removed_by_words_that_only_it_has(storage: Storage) -> None:
    lists = Lists(storage)
    await lists.add("shopping", ["oat milk", "rye bread", "white bread"])
    removed = await lists.remove("shopping", ["milk", "bread", "beer"])
    assert removed == Removed(("oat milk",), ("bread", "beer"))
    assert await lists.read("shopping") == ("rye bread", "white bread")


async def test_a_list_that_was_cleared_is_empty_and_one_that_was_dropped_is_none(
    storage: Storage,
) -> None:
    lists = Lists(storage)
    await lists.add("shopping", ["milk"])
    assert await lists.clear("shopping") == ("milk",)
    assert await lists.read("shopping") == ()
    assert await lists.drop("shopping") == ()
    assert await lists.read("shopping") is None
