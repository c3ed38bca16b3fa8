"""Measures what is read from single sentences, of which no home is known, without carrying anything out.

`read_lines` reads the file, `SentenceReader` has the gateway read each line, `SentenceScore` compares.
"""

from voice_gateway.measuring.sentences.form import Line
from voice_gateway.measuring.sentences.line_file import chosen, read_lines, write_predictions
from voice_gateway.measuring.sentences.made_up_home import Names
from voice_gateway.measuring.sentences.reading import SentenceReader
from voice_gateway.measuring.sentences.score import MEASURES, SentenceOutcome, SentenceScore

__all__ = [
    "MEASURES",
    "Line",
    "Names",
    "SentenceOutcome",
    "SentenceReader",
    "SentenceScore",
    "chosen",
    "read_lines",
    "write_predictions",
]
