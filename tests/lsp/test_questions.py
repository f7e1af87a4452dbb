"""Hover, completion, quick fixes and the outline of a deck, asked over the wire."""

from __future__ import annotations

import pytest
from lsprotocol import types

import deckcheck
from tests.lsp.session import Session, Shared
from tests.paths import ROOT

URI = "untitled:Deck-1"
KICKS = (ROOT / "examples/raw-deal/illegal/four-kicks.txt").read_text(encoding="utf-8")
HEAD = "Game: raw-deal\nAs-of: 2004-05-01\n\n[Superstar]\n1 Kane\n\n[Arsenal]\n"
NAME = types.TextDocumentIdentifier(URI)


def at(text: str, needle: str, offset: int = 0) -> types.Position:
    """The place of a needle in a text, in UTF-16 units."""
    before = text[: text.index(needle) + offset]
    line = before.rpartition("\n")[2]
    return types.Position(before.count("\n"), len(line.encode("utf-16-le")) // 2)


def applied(text: str, edits: list[types.TextEdit]) -> str:
    """A text after edits, as an editor makes them."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)

    def index(place: types.Position) -> int:
        if place.line >= len(lines):
            return len(text)
        units = lines[place.line].encode("utf-16-le")[: place.character * 2].decode("utf-16-le")
        return starts[place.line] + len(units)

    ordered = sorted(edits, key=lambda edit: (edit.range.start.line, edit.range.start.character), reverse=True)
    for edit in ordered:
        text = text[: index(edit.range.start)] + edit.new_text + text[index(edit.range.end) :]
    return text


# ---- hover --------------------------------------------------------------------------------------------------------


def test_hover(shared: Shared) -> None:
    text = HEAD + "4 😀 Kíck\n4 Kick\n3 Step Asidde\nFormat\n"

    async def scenario(session: Session) -> None:
        await session.open(URI, text)

        async def shown(needle: str, offset: int = 1) -> str:
            place = at(text, needle, offset)
            found = await session.client.text_document_hover_async(types.HoverParams(NAME, place))
            return found.contents.value if found and isinstance(found.contents, types.MarkupContent) else ""

        kick = await shown("4 Kick")
        assert kick.startswith("**Kick** (Raw Deal), as of 2004-05-01\n")
        assert "- `raw-deal/constructed`: from 2000-08-01: legal" in kick
        assert "- error: " in kick
        assert "in the Arsenal, the limit is 3" in kick
        assert "Card list of the Premiere set" in kick
        assert "no card is named Step Asidde; like it: Step Aside" in await shown("3 Step Asidde")
        assert (await shown("[Arsenal]")).startswith("**Arsenal**: 1")
        assert await shown("\n\n[Superstar]") == ""
        nowhere = types.HoverParams(types.TextDocumentIdentifier("file:///no"), types.Position(999, 999))
        assert await session.client.text_document_hover_async(nowhere) is None
        far = await session.client.text_document_hover_async(types.HoverParams(NAME, types.Position(999, 999)))
        assert far is None

    shared(scenario)


# ---- completion ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "has", "lacks"),
    [
        ("3 Step As", "Step Aside", "Kane"),
        ("3 aside", "Step Aside", "Kane"),
        ("- 2x step as", "Step Aside", None),
        ("[Ar", "Arsenal", "Step Aside"),
        ("Stp", None, "Step Aside"),
    ],
)
def test_completion_in_the_deck(line: str, has: str | None, lacks: str | None, shared: Shared) -> None:
    text = f"{HEAD}3 Kick\n{line}\n3 Punch\n"

    async def scenario(session: Session) -> None:
        await session.open(URI, text)
        place = at(text, line, len(line))
        found = await session.client.text_document_completion_async(types.CompletionParams(NAME, place))
        assert isinstance(found, types.CompletionList)
        labels = [item.label for item in found.items]
        assert has is None or has in labels
        assert lacks not in labels
        for item in found.items[:3]:
            assert isinstance(item.text_edit, types.TextEdit)
            assert item.text_edit.range.end == place
            new = applied(text, [item.text_edit])
            assert item.label in new

    shared(scenario)


def test_completion_offers_what_the_zone_takes(shared: Shared) -> None:
    text = "Game: raw-deal\nAs-of: 2004-05-01\n\n[Superstar]\n1 K\n\n[Arsenal]\n3 K\n"

    async def scenario(session: Session) -> None:
        await session.open(URI, text)

        async def offered(needle: str) -> set[str]:
            place = at(text, needle, len(needle))
            found = await session.client.text_document_completion_async(types.CompletionParams(NAME, place))
            assert isinstance(found, types.CompletionList)
            return {item.label for item in found.items}

        assert "Kane" in await offered("1 K")
        assert "Kick" not in await offered("1 K")
        assert "Kick" in await offered("3 K")
        assert "Kane" not in await offered("3 K")
        assert {"raw-deal", "supershow", "wow-tcg"} <= await offered("Game: ")
        assert "2004-01-01" not in await offered("Game: ")

    shared(scenario)


def test_completion_of_formats_and_days(shared: Shared) -> None:
    text = "Game: raw-deal\nFormat: \nAs-of: \n\n[Superstar]\n1 Kane\n"

    async def scenario(session: Session) -> None:
        await session.open(URI, text)

        async def offered(needle: str) -> set[str]:
            place = at(text, needle, len(needle))
            found = await session.client.text_document_completion_async(types.CompletionParams(NAME, place))
            assert isinstance(found, types.CompletionList)
            return {item.label for item in found.items}

        assert await offered("Format: ") == {item.id for item in deckcheck.formats(game="raw-deal")}
        assert "2005-01-01" in await offered("As-of: ")

    shared(scenario)


# ---- quick fixes --------------------------------------------------------------------------------------------------


async def fixes(
    session: Session, place: types.Position, diagnostics: tuple[types.Diagnostic, ...], **more: object
) -> dict[str, types.CodeAction]:
    """The code actions at a place, by title."""
    context = types.CodeActionContext(list(diagnostics), **more)  # type: ignore[arg-type]
    params = types.CodeActionParams(NAME, types.Range(place, place), context)
    found = await session.client.protocol.send_request_async(types.TEXT_DOCUMENT_CODE_ACTION, params)
    return {item.title: item for item in found or () if isinstance(item, types.CodeAction)}


def edits(action: types.CodeAction) -> list[types.TextEdit]:
    assert action.edit is not None
    assert action.edit.changes is not None
    return list(action.edit.changes[URI])


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_smallest_change_makes_the_deck_legal(end: str, shared: Shared) -> None:
    text = KICKS.replace("\n", end)

    async def scenario(session: Session) -> None:
        found = await session.open(URI, text)
        offered = await fixes(session, at(text, "4 Kick"), found)
        (title,) = offered
        assert title.startswith('Make the deck legal: take out 1 "Kick" (Arsenal); add any 1 legal card to the Arsenal')
        new = applied(text, edits(offered[title]))
        assert len(new.split(end)) == len(text.split(end)) + 1
        assert [line for line in text.split(end) if line not in new.split(end)] == ["4 Kick"]
        assert await session.change(URI, new) == ()

    shared(scenario)


def test_adding_lines_makes_the_deck_legal(shared: Shared) -> None:
    text = (ROOT / "examples/raw-deal/illegal/fifty-nine-cards.txt").read_text(encoding="utf-8")

    async def scenario(session: Session) -> None:
        found = await session.open(URI, text)
        offered = await fixes(session, types.Position(0, 0), found)
        action = next(action for title, action in offered.items() if title.startswith("Make the deck legal: add any 1"))
        assert await session.change(URI, applied(text, edits(action))) == ()

    shared(scenario)


def test_a_name_put_right(shared: Shared) -> None:
    text = HEAD + "# 😀\n2 😀\n3 step asidde\n1 Step Aside\n3 kick\n"

    async def scenario(session: Session) -> None:
        found = await session.open(URI, text)
        offered = await fixes(session, at(text, "asidde"), found, trigger_kind=types.CodeActionTriggerKind.Automatic)
        assert not any(title.startswith("Make the deck legal") for title in offered)
        assert applied(text, edits(offered["Write Step Aside"])) == text.replace("step asidde", "Step Aside")
        whole = next(action for title, action in offered.items() if title.startswith("Canonical names"))
        assert whole.kind == "source.fixAll.deckcheck"
        assert applied(text, edits(whole)) == deckcheck.fix(text, default_as_of="2004-05-01").text
        only = await fixes(session, at(text, "asidde"), found, only=["source.fixAll"])
        assert list(only) == [whole.title]
        assert await fixes(session, types.Position(0, 0), (), only=["refactor"]) == {}

    shared(scenario)


# ---- the outline --------------------------------------------------------------------------------------------------


def test_symbols(shared: Shared) -> None:
    text = HEAD + "3 Kick\n2 Nonsuch\n\n[Backlash]\n1 Awesome Pyro!\n"

    async def scenario(session: Session) -> None:
        await session.open(URI, text)
        found = await session.client.text_document_document_symbol_async(types.DocumentSymbolParams(NAME))
        zones = [item for item in found or () if isinstance(item, types.DocumentSymbol)]
        assert [(zone.name, zone.detail) for zone in zones] == [
            ("Superstar", "1 card"), ("Arsenal", "5 cards"), ("Backlash deck", "1 card"),
        ]  # fmt: skip
        assert [(line.name, line.detail) for line in zones[1].children or ()] == [("Kick", "3x"), ("Nonsuch", "2x")]
        assert zones[1].selection_range.start == at(text, "[Arsenal]")
        assert zones[1].range.end == at(text, "2 Nonsuch", 9)

    shared(scenario)
