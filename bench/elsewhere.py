"""A folder for what is kept while something is measured: its figures are not those of the home."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def data_elsewhere() -> Iterator[None]:
    before = os.environ.get("XDG_DATA_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = folder
        try:
            yield
        finally:
            if before is None:
                del os.environ["XDG_DATA_HOME"]
            else:
                os.environ["XDG_DATA_HOME"] = before
