"""Values that are spelt in two ways: equal to conditions, so how a message spells them must not hang on chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from deckcheck.authoring.check_tables import labels_meant
from deckcheck.cards.pool import CardPool
from deckcheck.cards.table import Table
from deckcheck.data.pool import Column
from deckcheck.errors import DataError
from deckcheck.model.facts import fold
from deckcheck.rules.authored import Exception_


def spelling_faults(pool: CardPool, exceptions: Iterable[Exception_] = ()) -> list[DataError]:
    """A fault for each value that cells, errata or exceptions spell in several ways and `[labels]` does not settle."""
    settled = {fold(label) for label in pool.file.labels}
    spelt: dict[str, str] = {}
    found = []
    for text, path, line in _texts(pool, exceptions):
        folded = fold(text)
        known = spelt.setdefault(folded, text)
        if known != text and folded not in settled:
            settled.add(folded)
            message = f"{known!r} and {text!r} are one value to conditions; which one a message shows is left to chance"
            remedy = f'spell them alike, or add "{known}" = "{known}" under [labels] in pool.toml'
            found.append(DataError(message, path, line, remedy))
    return [*found, *labels_meant(pool, set(spelt))]


def _texts(pool: CardPool, exceptions: Iterable[Exception_]) -> Iterator[tuple[str, str, int]]:
    """Every text that may be shown, with the file and line where it stands."""
    file = pool.file
    tables = (("cards.csv", file.card_fields), ("printings.csv", file.printing_fields), ("sets.csv", file.set_fields))
    for name, columns in tables:
        yield from _cells(pool, name, columns)
    for item in pool.errata:
        yield from ((text, f"{pool.shown}/errata.toml", 0) for text in item.texts())
    for exception in exceptions:
        if exception.treat is not None:
            yield from ((text, f"{pool.shown}/pool.toml", 0) for text in exception.treat.texts())


def _cells(pool: CardPool, name: str, columns: Mapping[str, Column]) -> Iterator[tuple[str, str, int]]:
    path = pool.folder / name
    if not columns or not path.is_file():
        return
    table = Table(path.read_bytes(), list(columns), f"{pool.shown}/{name}")
    for at, column in enumerate(columns.values()):
        kind = column.field_type
        if kind.exact or kind.kind not in ("text", "set"):
            continue
        for number, row in enumerate(table):
            for text in row[at].split("|") if kind.kind == "set" else (row[at],):
                if text and text != column.unknown:
                    yield text, f"{pool.shown}/{name}", number + 2
