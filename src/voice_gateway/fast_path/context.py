"""What a sentence may point back to."""

from dataclasses import dataclass

from voice_gateway.wishes import Asking, Step, Wish


@dataclass(frozen=True)
class Context:
    """The last wish of the conversation, as it was carried out or answered."""

    last: Wish | None = None
    room: str = ""
    """Where it is said."""

    @property
    def parts(self) -> tuple[Step | Asking, ...]:
        return self.last.parts if self.last else ()

    @property
    def name(self) -> str:
        """What "it" and "them" stand for: what the last wish was about, if that is clear."""
        names = list(dict.fromkeys(part.target.words for part in self.parts if part.target.name))
        return " and ".join(names)
