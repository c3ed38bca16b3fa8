"""Voice Gateway: a local-first voice assistant that makes tiny language models reliable."""

__version__ = "0.1.0"
