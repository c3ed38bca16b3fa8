"""The conversations that are under way, by who opened them and by id."""

from collections import OrderedDict
from contextlib import suppress

from voice_gateway.console.history import History
from voice_gateway.conversation import MAX_TURNS, Conversation
from voice_gateway.errors import GatewayError
from voice_gateway.wishes import read_wish

MOST = 200
"""So many are remembered; the one that was silent for longest is forgotten first."""


class Conversations:
    """`history`, where there is one, knows those that were silent for longer, or before the last start."""

    def __init__(self, history: History | None = None, most: int = MOST) -> None:
        self._history = history
        self._most = most
        self._known: OrderedDict[tuple[str, str], Conversation] = OrderedDict()

    def __len__(self) -> int:
        return len(self._known)

    def open(self, name: str | None = None, owner: str = "") -> Conversation:
        """The conversation of this name that this owner has opened, or a new one."""
        conversation = self._known.get((owner, name)) if name else None
        if conversation is None:
            self._make_room()
            conversation = self._begun(name, owner)
            self._known[owner, conversation.id] = conversation
        self._known.move_to_end((owner, conversation.id))
        return conversation

    def forget(self, name: str) -> bool:
        """Drop a conversation; false when there was none."""
        return self._known.pop(("", name), None) is not None

    def _begun(self, name: str | None, owner: str) -> Conversation:
        if name is None:
            return Conversation()
        return Conversation(id=name) if owner else self._remembered(name)

    def _remembered(self, name: str) -> Conversation:
        """As it was left, so that "and the bedroom" is understood after a restart too."""
        conversation = Conversation(id=name)
        _, turns = (self._history and self._history.read(name, MAX_TURNS)) or ("", [])
        for turn in turns:
            conversation.remember(turn.sentence, (), turn.answer)
            conversation.asked += 1
            for event in turn.trace["events"]:
                if event["event"] == "understood":
                    with suppress(GatewayError):  # the language may have changed since
                        conversation.wished(read_wish(event["wish"]), turn.sentence)
        return conversation

    def _make_room(self) -> None:
        """For one more. A conversation that is being answered stays."""
        idle = [key for key, conversation in self._known.items() if not conversation.lock.locked()]
        for key in idle[: max(0, len(self._known) + 1 - self._most)]:
            del self._known[key]
