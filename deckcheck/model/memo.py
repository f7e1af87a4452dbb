"""A dict with a bound: decks from strangers may each ask for another day and name other cards."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(dict[K, V]):
    """A dict that forgets the older half of its values beyond `most`. Threads may share it."""

    __slots__ = ("most",)

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def keep(self, key: K, value: V) -> V:
        """Remember a value; gives the value."""
        self[key] = value
        if len(self) > self.most:
            for old in list(self)[: len(self) - self.most // 2]:
                self.pop(old, None)  # another thread may have been faster
        return value
