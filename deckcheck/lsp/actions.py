"""Quick fixes: a name put right, canonical names, and the smallest change that makes the deck legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from lsprotocol import types

from deckcheck.deckfiles.fix import fix
from deckcheck.errors import UsageError
from deckcheck.explain.answers import Repair, suggested
from deckcheck.lsp.deck import OpenDeck
from deckcheck.model.resolved import Unknown
from deckcheck.repair.edits import LineEdit

FIX_ALL: Final = "source.fixAll.deckcheck"
MOST_TITLE: Final = 120


def quick(deck: OpenDeck, uri: str, params: types.CodeActionParams) -> list[types.CodeAction]:
    """What can be offered at once: names like an unknown one, and canonical names."""
    found = list(_names(deck, uri, params))
    if deck.deck is None or deck.plan is None:
        return found
    try:
        mended = fix(deck.document, deck.deck, deck.plan.resolver, deck.plan.shape)
    except UsageError:
        return found
    edits = [LineEdit(mend.line, mend.after) for mend in mended.mends]
    if edits:
        first, last = params.range.start.line, params.range.end.line
        for edit, mend in zip(edits, mended.mends, strict=True):
            line = deck.places.position(deck.places.of_deck(edit.line, 1)).line
            if first <= line <= last and mend.after is not None:
                found.append(_action(deck, uri, f"Write {mend.after.strip()}", [edit]))
        number = f"{len(edits)} lines" if len(edits) > 1 else "1 line"
        found.append(_action(deck, uri, f"Canonical names and merged lines ({number})", edits, FIX_ALL))
    return found


def _names(deck: OpenDeck, uri: str, params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    """Names that an unknown one may be meant for."""
    if deck.plan is None:
        return
    lookup, lines = deck.plan.resolver.lookup, deck.document.lines()
    for entry, found in deck.lines:
        if not isinstance(found, Unknown) or not entry.split:
            continue
        place = deck.places.range(entry.location)
        if place.end.line < params.range.start.line or place.start.line > params.range.end.line:
            continue
        written, line = deck.plan.resolver.line(entry).reading.name, lines[entry.location.line - 1]
        at = line.find(written, entry.location.column - 1)
        near = lookup.suggest(found.text, found.zone) if at >= 0 else ()
        about = [item for item in params.context.diagnostics if item.range.start.line == place.start.line]
        for number, name in enumerate(near):
            edit = LineEdit(entry.location.line, line[:at] + name + line[at + len(written) :])
            yield _action(deck, uri, f"Write {name}", [edit], about=about, preferred=number == 0 and len(near) == 1)


def repairs(
    deck: OpenDeck, uri: str, found: Sequence[Repair], about: Sequence[types.Diagnostic]
) -> list[types.CodeAction]:
    """Each smallest change that makes the deck legal, in words."""
    actions = []
    for repair in found:
        words = "; ".join(repair.words)
        title = f"Make the deck legal: {words if len(words) < MOST_TITLE else words[:MOST_TITLE] + ' …'}"
        actions.append(_action(deck, uri, title, repair.edits, about=about, text=repair.text))
    return actions


def smallest(deck: OpenDeck) -> tuple[Repair, ...]:
    """The smallest repairs of a deck; may take seconds."""
    if deck.deck is None or deck.plan is None or not deck.deck.entries:
        return ()
    return suggested(deck.library, deck.document, (deck.deck, deck.plan), identity=False).repairs


def _action(
    deck: OpenDeck,
    uri: str,
    title: str,
    edits: Iterable[LineEdit] | None,
    kind: str = types.CodeActionKind.QuickFix,
    *,
    about: Sequence[types.Diagnostic] = (),
    preferred: bool = False,
    text: str = "",
) -> types.CodeAction:
    changes = [types.TextEdit(deck.places.whole(), text)] if edits is None else list(text_edits(deck, edits))
    return types.CodeAction(
        title,
        kind=kind,
        diagnostics=list(about) or None,
        is_preferred=preferred or None,
        edit=types.WorkspaceEdit(changes={uri: changes}),
    )


def text_edits(deck: OpenDeck, edits: Iterable[LineEdit]) -> Iterator[types.TextEdit]:
    """Changes of the deck's lines as changes of the editor's text; its line ends stay."""
    places, lines = deck.places, deck.document.lines()

    def at(number: int, column: int) -> types.Position:
        return places.position(places.of_deck(number, column))

    inserted: dict[int, list[str]] = {}
    for edit in edits:
        if edit.after:
            inserted.setdefault(edit.line, []).append(edit.text or "")
        else:
            end = at(edit.line, len(lines[edit.line - 1]) + 1)
            if edit.text is None and edit.line < len(lines):
                end = at(edit.line + 1, 1)
            yield types.TextEdit(types.Range(at(edit.line, 1), end), edit.text or "")
    for number, texts in inserted.items():
        place = at(number, len(lines[number - 1]) + 1)
        yield types.TextEdit(types.Range(place, place), "".join(f"{places.end}{text}" for text in texts))
