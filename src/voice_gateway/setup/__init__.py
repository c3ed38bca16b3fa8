"""The first minutes: what is there to be connected, what was chosen, and what to say then.

`look_around` finds, `Chosen` is tried and written by `settle`, and `five_sentences` ends it. The command and
the page both go through here.
"""

from voice_gateway.setup.choosing import Chosen, settle, try_home
from voice_gateway.setup.looking import Around, look_around
from voice_gateway.setup.sentences import five_sentences

__all__ = ["Around", "Chosen", "five_sentences", "look_around", "settle", "try_home"]
