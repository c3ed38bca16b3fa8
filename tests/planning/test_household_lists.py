"""Lists as a household speaks of them, said to the assembled product."""

import pytest

from tests.assembled import Assemble

_MILK = "put milk and butter on the shopping list"


@pytest.mark.parametrize(
    ("said", "listed"),
    [
        ((_MILK, "and also put coffee on the list"), "milk, butter and coffee"),
        ((_MILK, "oh and bread no not bread we have bread"), "milk and butter"),
        ((_MILK, "don't put broccoli on the list"), "milk and butter"),
        ((_MILK, "put tea and eggs on the list no not eggs"), "milk, butter and tea"),
        ((_MILK, "add tea and remove the milk"), "butter and tea"),
        ((_MILK, "remove milk and add tea to the shopping list"), "butter and tea"),
        ((_MILK, "and remove the butter"), "milk"),
        ((_MILK, "swap butter for margarine"), "milk and margarine"),
        ((_MILK, "no not butter"), "milk"),
        ((_MILK, "and tea", "no, not butter"), "milk and tea"),
        ((_MILK, "change the milk to oat milk"), "butter and oat milk"),
        ((_MILK, "delete the shopping list", "no"), "milk and butter"),
        ((_MILK, "delete the shopping list", "no wait"), "milk and butter"),
        ((_MILK, "clear the shopping list", "oh no, wait"), "milk and butter"),
        ((_MILK, "make a holiday list", "sun cream", "and remove the milk"), "butter"),
        ((_MILK, "put batteries on the packing list", "move batteries to the shopping list"), "batteries"),
        ((_MILK, "don't forget eggs, put them on the list"), "eggs"),
    ],
)
async def test_what_is_on_the_shopping_list_in_the_end(
    assemble: Assemble, said: tuple[str, ...], listed: str
) -> None:
    async with assemble() as house:
        for sentence in said:
            await house.ask(sentence)
        read = (await house.ask("what's on the shopping list")).text
        assert read.endswith(f"{listed}."), read
        assert "put" not in read
        assert "remove" not in read


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (
            ("make a packing list", "put socks sunscreen and my charger on it"),
            "socks, sunscreen and charger on",
        ),
        ((_MILK, "is there anything sweet on it"), "2 things are on the shopping list: milk and butter."),
        ((_MILK, "is the milk on it"), "Yes, milk is on the shopping list."),
        ((_MILK, "is that everything"), "2 things are on the shopping list: milk and butter."),
        (
            ("remind me to buy stamps tomorrow", "put it on the errands list"),
            "I've put buy stamps on the errands list.",
        ),
        ((_MILK, "what do we still need"), "milk and butter."),
        (("what lists do I have",), "There are no lists yet."),
        ((_MILK, "put socks on the packing list", "what lists are there"), "2 lists: packing and shopping."),
        (("what routines do I have",), "There are no routines yet."),
        (
            ("when I say movie time turn off the kitchen light", "which routines are there"),
            "There is 1 routine: “movie time”.",
        ),
        (
            ("put a scarf on the christmas presents list", "what's on the christmas list"),
            "1 thing is on the christmas presents list: scarf.",
        ),
        (
            ("put a book for dad on the christmas presents list", "remove the book"),
            "I've taken book for dad off the christmas presents list.",
        ),
        (
            (_MILK, "put socks on the packing list", "read both lists"),
            "1 thing is on the packing list: socks. 2 things are on the shopping list: milk and butter.",
        ),
        (("add diet coke six cans",), "diet coke six cans on the shopping list"),
        (("make a party list", "balloons", "add diet coke six cans"), "diet coke six cans on the party list"),
        (("we're running low on salt",), "salt on the shopping list"),
        (("put bananas on the list", "put bananas on the list"), "Bananas were on it already."),
    ],
)
async def test_what_is_answered_about_lists(assemble: Assemble, said: tuple[str, ...], answer: str) -> None:
    async with assemble() as house:
        for sentence in said[:-1]:
            await house.ask(sentence)
        assert answer in (await house.ask(said[-1])).text


async def test_what_stands_on_no_list_is_not_taken_from_one(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask(_MILK)
        assert (await house.ask("remove the onions")).text == "Onions are not on the shopping list."


async def test_a_deed_stands_on_a_list_of_deeds(assemble: Assemble) -> None:
    async with assemble() as house:
        told = await house.ask("add put the bins out to my to do list")
        assert told.text == "I've put put the bins out on the to do list."


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("remind me to call Margaret at six", "call Margaret."),
        ("Remind Tom to do his homework at five", "remind Tom to do his homework."),
        ("remind me to talk to mum at six", "talk to mum."),
        ("Remind Me To Call Margaret At Six", "call margaret."),
        ("put a doll for Lily on the shopping list", "I've put doll for Lily on the shopping list."),
        ("I need eggs, put them on the shopping list", "I've put eggs on the shopping list."),
    ],
)
async def test_names_keep_their_capital_letters(assemble: Assemble, sentence: str, kept: str) -> None:
    async with assemble() as house:
        assert (await house.ask(sentence)).text.endswith(kept)
