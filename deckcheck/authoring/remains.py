"""What is left of an authored file without its faulty keys and tables, so that all the rest of it is checked."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any, Final

import msgspec

from deckcheck.data.faults import fault_paths
from deckcheck.data.positions import Path as Keys
from deckcheck.data.positions import Statement, positions, statements
from deckcheck.data.toml import parse_toml, read_toml
from deckcheck.errors import DataError
from deckcheck.model.authored import Authored

MAX_ROUNDS: Final = 20
_NAMES: Final = ("id", "name", "card", "document")
"""Keys by whose value other tables refer to a table."""


class Remains:
    """A file's text with blank lines where faults stand; `names` are what the lost parts are called."""

    def __init__(self, model: Any, text: str) -> None:
        self.text = text
        self.names: set[str] = set()
        self.sound = False
        self._hurt: set[int] = {0}
        for _ in range(MAX_ROUNDS):
            data = _parsed(self.text)
            wrong = {} if data is None else fault_paths(model, data)
            self.sound = data is not None and not wrong
            if not wrong:
                return
            if not self._rename(wrong) and not self._blank(data, wrong):
                return

    def tells(self, fault: DataError) -> bool:
        """Whether a fault of what is left is one of the author's, and no consequence of what was taken out."""
        return fault.line not in self._hurt

    def _rename(self, wrong: Mapping[Keys, str | None]) -> bool:
        """Write misspelt keys as they are meant, so that the rest of their tables means something; whether any was."""
        places, lines = positions(self.text), self.text.split("\n")
        taken: set[Keys] = set()
        misspelt = [(places[path], path, key) for path, key in wrong.items() if key is not None and path in places]
        for (line, column), path, key in sorted(misspelt, key=lambda found: found[0], reverse=True):
            meant, written, row = (*path[:-1], key), str(path[-1]), lines[line - 1]
            if meant in places or meant in taken or not row.startswith(written, column - 1):
                continue
            taken.add(meant)
            lines[line - 1] = row[: column - 1] + key + row[column - 1 + len(written) :]
        self.text = "\n".join(lines)
        return bool(taken)

    def _blank(self, data: Mapping[str, Any] | None, paths: Iterable[Keys]) -> bool:
        """Blank the keys and tables at these paths; False where one of them is the whole file."""
        parts, lines = statements(self.text), self.text.split("\n")
        keys = {part.path: part for part in parts if not part.header}
        below: dict[Keys, list[Statement]] = {}
        for part in parts:
            for length in range(1, len(part.path) + 1):
                below.setdefault(part.path[:length], []).append(part)
        for stated in paths:
            path = stated
            while path and path not in below and not any(path[:length] in keys for length in range(1, len(path))):
                path = path[:-1]  # a key that is not there, which a table lacks
            if not path:
                return False
            around = [keys[path[:length]] for length in range(1, len(path) + 1) if path[:length] in keys]
            for part in around[-1:] or below[path]:
                lines[part.line - 1 : part.end - 1] = [""] * len(lines[part.line - 1 : part.end - 1])
                self._hurt |= {*range(part.line, part.end), *_heads(part, below)}
                self.names |= set(_names(data, part.path))
            self.names |= set(_names(data, path))
        self.text = "\n".join(lines)
        return True


def _parsed(text: str) -> dict[str, Any] | None:
    try:
        return parse_toml(text, "")
    except DataError:
        return None


def _heads(part: Statement, below: Mapping[Keys, Iterable[Statement]]) -> Iterator[int]:
    """Where faults of a table as a whole are told: the lines of its header and of its kind."""
    table = part.path if part.header else part.path[:-1]
    heads = (table, (*table, "kind"), (*table, "id"))
    return (other.line for head in heads for other in below.get(head, ()) if other.path == head)


def _names(data: Mapping[str, Any] | None, path: Keys) -> Iterator[str]:
    """What others may call what stands at a path: its key, and the value of its `id` or the like."""
    value: Any = data
    for part in path:
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):
            return
    if isinstance(path[-1], str) and path[-1] not in _keys():
        yield path[-1]
    if isinstance(value, dict):
        yield from (value[key] for key in _NAMES if isinstance(value.get(key), str))


@cache
def _keys() -> frozenset[str]:
    """Every key that a model declares: none of them is a name that an author gave."""
    found, models = set(), [Authored]
    for model in models:
        models += model.__subclasses__()
        found |= {item.encode_name for item in msgspec.structs.fields(model)}
    return frozenset(found)


class SoundFolder:
    """A copy of a game's files with the remains of those at fault: a data folder that loads."""

    def __init__(self, root: Path, game: str, models: Mapping[str, Any], target: Path) -> None:
        """`models` are the models of the authored files, by their paths below `root`."""
        self.root = target
        self.unsound: set[str] = set()
        """Files of which nothing is left, by their names without ending."""
        self._remains: dict[str, Remains] = {}
        for part in (f"formats/{game}", f"cardpools/{game}"):
            if (root / part).is_dir():
                (target / part).mkdir(parents=True)
            for file in sorted((root / part).glob("*")):
                name = f"{part}/{file.name}"
                if name not in models:
                    if file.suffix == ".csv" and file.is_file():
                        shutil.copyfile(file, target / name)
                    continue
                self._take(root, game, name, models[name])

    def _take(self, root: Path, game: str, name: str, model: Any) -> None:
        try:
            text = read_toml(root / name, name)[1]
        except DataError:
            text = "="  # of which nothing is left
        remains = self._remains[name] = Remains(model, text)
        if remains.sound:
            (self.root / name).write_text(remains.text, encoding="utf-8", newline="\n")
        else:
            stem = PurePosixPath(name).stem
            self.unsound.add(stem)
            remains.names.add(f"{game}/{stem}")

    def tells(self, fault: DataError, path: str) -> bool:
        """Whether a fault of the copy, in the file of this path below the root, is one of the original."""
        lost = {name for remains in self._remains.values() for name in remains.names}
        if any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", fault.message) for name in lost):
            return False
        return path not in self._remains or (self._remains[path].sound and self._remains[path].tells(fault))
