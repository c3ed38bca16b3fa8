"""Where everything lies that a home must not forget, as the rest of the house sees it.

`Household` is a file on this machine; `fleet.SharedHousehold` lies in a bucket that many machines share.
Plans, lists, routines and the journal are written once, over this.
"""

import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Protocol, TypeVar

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
"""Reads or changes the tables. It may be done again from its beginning, and touches nothing else."""


Writing = Callable[[], Coroutine[None, None, None]]


class Storage(Protocol):
    """Whatever goes wrong is a `NotKept`."""

    @property
    def listeners(self) -> list[Callable[[], None]]:
        """Each is told when a plan was added or changed, here or elsewhere."""

    @property
    def path(self) -> Path | None:
        """The file, where there is one."""

    @property
    def begun_anew(self) -> str:
        """What is to be told when everything was lost; empty when nothing was."""

    @property
    def seen_to(self) -> bool:
        """Whether another machine fires the plans, as far as is known here."""

    async def read(self, work: Work[T]) -> T: ...

    async def write(self, work: Work[T]) -> T:
        """Everything that the work writes is kept together when this returns, or nothing of it is. Nobody
        else has written between what the work has read and what it writes."""

    async def behind(self, writing: Writing) -> None:
        """Have something written that nobody waits for. Who reads afterwards finds it."""

    def close(self) -> None: ...
