"""The words of each language as text files, in a folder of its own, and the one reader of them.

Folders within a language are called as the code that reads them (`english/fast_path/`). What is written the
same in every language is in `every/`. Each file explains its notation at its top.
"""

from voice_gateway.languages.reading import files, lines, pairs, sections, shipped, table

__all__ = ["files", "lines", "pairs", "sections", "shipped", "table"]
