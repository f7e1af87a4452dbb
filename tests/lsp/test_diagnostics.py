"""Diagnostics: what is underlined while a deck is typed, under which settings, and that nothing kills the server."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from tests.lsp.session import Session, Shared, marked, run, uri_of
from tests.paths import ROOT

NINE = ROOT / "examples" / "raw-deal" / "illegal" / "nine-pre-match.txt"
URI = "untitled:Deck-1"
DAY = date(2026, 11, 30)
HEAD = "Game: raw-deal\nAs-of: 2004-05-01\n\n[Superstar]\n1 Kane\n\n[Arsenal]\n"


def told(found: tuple[types.Diagnostic, ...]) -> dict[str, types.Diagnostic]:
    return {str(item.code): item for item in found}


def test_a_deck_with_a_fault(shared: Shared) -> None:
    async def scenario(session: Session) -> None:
        text = NINE.read_text(encoding="utf-8")
        (found,) = await session.open(uri_of(NINE), text)
        assert found.code == "raw-deal/backlash-prematch"
        assert found.severity == types.DiagnosticSeverity.Error
        assert found.message.startswith(
            "9 Pre-match cards in the Backlash deck, the limit is 8\nhelp: take out 1 card\n"
        )
        assert "Mania FAQ v2" in found.message
        assert marked(text, found.range) == "3 Awesome Pyro!"
        related = [marked(text, item.location.range) for item in found.related_information or ()]
        assert related == ["3 Slandered Online", "3 Student of the Sport"]
        assert await session.change(uri_of(NINE), text.replace("3 Awesome Pyro!", "2 Awesome Pyro!")) != (found,)
        session.client.text_document_did_close(
            types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri_of(NINE)))
        )
        assert await session.diagnostics() == ()

    shared(scenario)


def test_a_finding_without_a_place_stands_at_the_heading_of_its_zone(shared: Shared) -> None:
    async def scenario(session: Session) -> None:
        text = HEAD + "3 Kick\n"
        found = told(await session.open(URI, text))
        assert marked(text, found["raw-deal/arsenal-size"].range) == "[Arsenal]"
        text = "Game: raw-deal\n[Arsenal]\n3 Kick\n"
        assert marked(text, told(await session.change(URI, text))["raw-deal/superstar"].range) == "Game: raw-deal"

    shared(scenario)


UNICODE = [
    "3 Kíckk",
    "👩\u200d🚀 3 Kíckk",
    "\u200b\u200b3 Kickk ❤\ufe0f",
    "\xa0\xa03\xa0Kickk",
    "3 😀😀 Kickk",
]


@pytest.mark.parametrize("line", UNICODE, ids=ascii)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=ascii)
def test_columns_are_right_whatever_stands_before_them(line: str, end: str) -> None:
    from deckcheck.lsp.deck import Judging
    from deckcheck.lsp.diagnostics import diagnostics
    from deckcheck.lsp.settings import Settings

    text = f"{HEAD}# Größe: 😀❤\ufe0f\n{line}\n".replace("\n", end)
    deck = Judging(Settings(configuration=False), {}, DAY).judge("x.txt", text, named=True, encoding="utf-16")
    assert deck is not None
    found = told(tuple(diagnostics(deck, URI)))
    shown = marked(text, found["deck/unknown-card"].range)
    assert shown == line.lstrip("\u200b\xa0").rstrip()


def test_emoji_and_accents_before_a_fault_over_the_wire(shared: Shared) -> None:
    text = HEAD + "# 😀 Größe\n3 😀 Kíckk\n"

    async def scenario(session: Session) -> None:
        assert session.capabilities.position_encoding == "utf-16"
        found = told(await session.open(URI, text))
        assert marked(text, found["deck/unknown-card"].range) == "3 😀 Kíckk"
        assert found["deck/unknown-card"].range.end.character == 10

    shared(scenario)

    async def counted_in_bytes(session: Session) -> None:
        assert session.capabilities.position_encoding == "utf-8"
        found = told(await session.open(URI, text))
        assert marked(text, found["deck/unknown-card"].range, "utf-8", 1) == "3 😀 Kíckk"

    run(counted_in_bytes, encodings=[types.PositionEncodingKind.Utf8])


def test_two_hundred_edits(shared: Shared) -> None:
    """Every state of a deck that is typed sign by sign is answered, in order, with what the API says of it."""
    import deckcheck

    whole = HEAD + "3 Kick\n4 Step Aside\n2 Punch to the Gutt\n[Backlash]\n9 Awesome Pyro!\n" + "1 Shake It Off!\n" * 10
    states = [whole[:length] for length in range(len(HEAD), len(HEAD) + 200)]
    wanted = deckcheck.check_many(states, default_as_of="2004-05-01")

    async def scenario(session: Session) -> None:
        await session.open(URI, HEAD)
        for state, report in zip(states, wanted.decks, strict=True):
            found = await session.change(URI, state)
            assert [str(item.code) for item in found] == [item.rule for item in report.findings], state

    shared(scenario)


def test_settings() -> None:
    async def scenario(session: Session) -> None:
        text = NINE.read_text(encoding="utf-8")
        assert "deck/format-disagreement" in told(await session.open(URI, text))
        session.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams({"deckcheck": {"asOf": "2007-01-01"}})
        )
        assert set(told(await session.diagnostics())) == {"deck/format-disagreement"}
        session.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams({"deckcheck": {"format": "raw-deal/constructd"}})
        )
        (fault,) = await session.diagnostics()
        assert fault.code == "settings"
        message = "unknown format 'raw-deal/constructd'; did you mean raw-deal/constructed? Raw Deal has "
        assert str(fault.message).startswith(message)
        session.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams({"deckcheck": {"asOf": 5}})
        )
        await session.open("untitled:2", "")
        assert session.messages == ["deckcheck.asOf is a text"]

    run(scenario, {"format": "raw-deal/constructed", "asOf": "2004-05-01"})


def test_configuration_files_count_and_are_read_again_when_saved(tmp_path: Path, shared: Shared) -> None:
    deck, own = tmp_path / "deck.txt", tmp_path / "deckcheck.toml"
    text = NINE.read_text(encoding="utf-8")

    async def scenario(session: Session) -> None:
        assert len(await session.open(uri_of(deck), text)) == 1
        own.write_text('ignore = ["raw-deal/backlash-prematch"]\n', encoding="utf-8")
        session.client.text_document_did_save(
            types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri_of(own)))
        )
        assert await session.diagnostics() == ()
        own.write_text("ignore = 5\n", encoding="utf-8")
        session.client.text_document_did_save(
            types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri_of(own)))
        )
        (fault,) = await session.diagnostics()
        assert fault.code == "data"
        assert "deckcheck.toml:1" in fault.message

    shared(scenario)


def test_what_is_no_deck_is_left_alone_unless_its_language_is_deck(shared: Shared) -> None:
    async def scenario(session: Session) -> None:
        prose = "# Notes\n\nBuy milk.\n"
        assert await session.open("file:///notes.md", prose, "markdown") == ()
        assert "deck/empty" in told(await session.open("file:///notes.txt", prose, "deck"))
        assert "raw-deal/arsenal-size" in told(await session.open("file:///other.txt", HEAD + "3 Kick\n", "plaintext"))

    shared(scenario)


# ---- hostile clients ----------------------------------------------------------------------------------------------


def message(body: Any) -> bytes:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return b"Content-Length: %d\r\n\r\n" % len(data) + data


MALFORMED = [
    message(b"{"),
    message(b"\xff\xfe"),
    message(b"[" * 100_000),
    message(b"null"),
    message(b"[]"),
    message({"jsonrpc": "2.0"}),
    message({"jsonrpc": "1.0", "id": 1, "method": 5}),
    message({"jsonrpc": "2.0", "id": [1], "method": "textDocument/hover", "params": None}),
    message({"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover", "params": {"textDocument": 5}}),
    message({"jsonrpc": "2.0", "id": 8, "method": "textDocument/completion", "params": {}}),
    message({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": {"uri": "file:///no"}}}),
    message({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": 5}}}),
    message({"jsonrpc": "2.0", "method": "workspace/didChangeConfiguration", "params": {"settings": [["x"]]}}),
    message({"jsonrpc": "2.0", "id": 9, "method": "no/such", "params": {}}),
    message({"jsonrpc": "2.0", "id": 10, "result": {}}),
    b"Content-Length: -5\r\n\r\n",
    b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
    b"Content-Length: x\r\nFoo: bar\r\n\r\n",
]


def opened(uri: str, text: str) -> dict[str, Any]:
    item = {"uri": uri, "languageId": "deck", "version": 1, "text": text}
    return {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": item}}


def test_malformed_requests_do_not_kill_the_server() -> None:
    talk = message({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}})
    talk += message({"jsonrpc": "2.0", "method": "initialized", "params": {}})
    talk += b"".join(MALFORMED)
    talk += message(opened("untitled:1", "Game: \ud800\n\0")) + message(opened("untitled:2", HEAD + "4 Kick\n"))
    talk += message({"jsonrpc": "2.0", "id": 99, "method": "shutdown"})
    talk += message({"jsonrpc": "2.0", "method": "exit"})
    command = [sys.executable, "-m", "deckcheck", "lsp"]
    done = subprocess.run(command, input=talk, capture_output=True, cwd=ROOT, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    text = done.stdout.decode("utf-8")
    assert '"raw-deal/copies"' in text
    assert '"id": 99' in text or '"id":99' in text
