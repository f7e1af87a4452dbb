"""Authored files in an editor: faults while they are typed, what keys mean, and what may stand at a place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from lsprotocol import types

from deckcheck.lsp.authored import kind_of, table_at
from tests.lsp.session import Session, Shared, marked, uri_of
from tests.lsp.test_questions import at
from tests.paths import ROOT

TOY = ROOT / "tests" / "cli" / "toy"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(TOY, tmp_path / "data"))


def test_kinds(folder: Path) -> None:
    found = {
        path.name: kind.name
        for path in sorted(folder.rglob("*.toml"))
        if (kind := kind_of(str(path))) is not None and kind.game == "toy" and kind.root == folder
    }
    assert found == {
        "game.toml": "game", "open.toml": "format", "pool.toml": "pool", "sources.toml": "sources",
        "strict.toml": "format",
    }  # fmt: skip
    assert kind_of("/x/deckcheck.toml") is not None
    assert kind_of(str(folder / "decks" / "mine.toml")) is None
    assert kind_of("mine.toml") is None


def test_tables() -> None:
    text = 'id = 1\n[[rule]]\nx = ["a[b]"]\n[zones.main]  # the deck\ny = 1\n'
    assert [table_at(text, line) for line in range(5)] == [[], ["rule"], ["rule"], ["zones", "main"], ["zones", "main"]]


def test_faults_are_told_while_a_file_is_typed(folder: Path, shared: Shared) -> None:
    path = folder / "formats" / "toy" / "open.toml"
    text = path.read_text(encoding="utf-8")

    async def scenario(session: Session) -> None:
        uri = uri_of(path)
        assert await session.open(uri, text, "toml") == ()
        assert await session.diagnostics() == ()  # what the check of the whole folder says
        wrong = text.replace('kind = "', 'knid = "', 1)
        found = await session.change(uri, wrong)
        assert [item.code for item in found] == ["data"]
        assert "unknown key 'knid'" in found[0].message
        assert marked(wrong, found[0].range).startswith('knid = "')
        (syntax,) = await session.change(uri, text + "\nx = [1\n")
        assert "is no TOML" in syntax.message
        strange = text.replace("zones = [", 'zones = ["nowhere", ', 1)
        assert strange != text
        assert await session.change(uri, strange) == ()
        path.write_text(strange, encoding="utf-8")
        session.client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))
        assert await session.diagnostics() == ()
        (saved,) = await session.diagnostics()
        assert "nowhere" in saved.message
        assert "nowhere" in marked(strange, saved.range)

    shared(scenario)


@pytest.mark.parametrize(
    ("file", "text", "needle", "has", "lacks"),
    [
        ("formats/toy/new.toml", "[[rule]]\nki", "ki", "kind", "versions"),
        ("formats/toy/new.toml", 'id = "toy/new"\nve', "ve", "version", "kind"),
        ("formats/toy/new.toml", '[[rule]]\nkind = "', 'kind = "', "copies", "main"),
        ("formats/toy/new.toml", '[[rule]]\nzones = ["ma', '["ma', "main", "copies"),
        ("formats/toy/new.toml", '[[rule]]\nwhere = "na', '"na', "name", "main"),
        ("formats/toy/new.toml", '[[rule]]\nseverity = "', 'severity = "', "warning", "main"),
        ("formats/toy/new.toml", 'extends = "', 'extends = "', "toy/strict", "main"),
        ("formats/toy/new.toml", '[[rule]]\nsource = { document = "', 'document = "', "book", "main"),
        ("formats/toy/game.toml", "[zones.main]\nac", "ac", "accepts", "kind"),
        ("cardpools/toy/pool.toml", "pro", "pro", "provenance", "zones"),
        ("formats/toy/sources.toml", "[rules]\nti", "ti", "title", "kind"),
    ],
    ids=lambda value: str(value)[-12:],
)
def test_completion(folder: Path, file: str, text: str, needle: str, has: str, lacks: str, shared: Shared) -> None:
    async def scenario(session: Session) -> None:
        uri = uri_of(folder / file)
        await session.open(uri, text, "toml")
        place = at(text, needle, len(needle))
        params = types.CompletionParams(types.TextDocumentIdentifier(uri), place)
        found = await session.client.text_document_completion_async(params)
        assert isinstance(found, types.CompletionList)
        labels = {item.label for item in found.items}
        assert has in labels
        assert lacks not in labels

    shared(scenario)


def test_hover_says_what_a_key_means(folder: Path, shared: Shared) -> None:
    text = '[[rule]]\nid = "x"\nkind = "count"\nsource = { document = "rules", section = "1" }\nother = 1\n'

    async def scenario(session: Session) -> None:
        uri = uri_of(folder / "formats/toy/new.toml")
        await session.open(uri, text, "toml")

        async def shown(needle: str) -> str:
            params = types.HoverParams(types.TextDocumentIdentifier(uri), at(text, needle, 1))
            found = await session.client.text_document_hover_async(params)
            return found.contents.value if found and isinstance(found.contents, types.MarkupContent) else ""

        assert (
            await shown("kind") == "**kind**: count, copies, require, forbid, agree, span, slots, list, budget or lock"
        )
        assert await shown("section") == "**section**: where in it"
        assert await shown("other") == ""
        assert await shown('"count') == ""

    shared(scenario)
