"""Voice Gateway: a local-first voice assistant that makes tiny language models reliable."""

import os

# NumPy's products are small here: a second thread only waits for the first, on a busy machine for long. It is
# read once, when NumPy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = "0.1.0"
