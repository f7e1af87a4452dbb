"""An editor's session with the language server: pygls' client talks to the real process over its standard streams."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from tests.paths import ROOT

PATIENCE = 60  # seconds for one answer; the machine may be busy


class Session:
    """A client that has been initialized, and what the server told it."""

    def __init__(self) -> None:
        self.client = LanguageClient("tests", "1")
        self.published: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        self.messages: list[str] = []
        self.versions: dict[str, int] = {}
        self.capabilities: Any = None

    async def start(
        self, options: Any = None, encodings: list[types.PositionEncodingKind] | None = None, *arguments: str
    ) -> None:
        """Start the server."""
        client = self.client
        client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: self.published.put_nowait(params))
        client.feature(types.WINDOW_SHOW_MESSAGE)(lambda params: self.messages.append(params.message))
        await client.start_io(sys.executable, "-m", "deckcheck", "lsp", *arguments, cwd=ROOT)
        capabilities = types.ClientCapabilities()
        if encodings:
            capabilities.general = types.GeneralClientCapabilities(position_encodings=encodings)
        params = types.InitializeParams(capabilities, initialization_options=options)
        self.capabilities = (await client.initialize_async(params)).capabilities
        client.initialized(types.InitializedParams())

    async def stop(self) -> None:
        """End the session as editors do."""
        await asyncio.wait_for(self.client.shutdown_async(None), PATIENCE)
        self.client.exit(None)
        await self.client.stop()

    async def diagnostics(self) -> tuple[types.Diagnostic, ...]:
        """The next diagnostics."""
        return tuple((await asyncio.wait_for(self.published.get(), PATIENCE)).diagnostics)

    async def open(self, uri: str, text: str, language: str = "deck") -> tuple[types.Diagnostic, ...]:
        """Open a document."""
        self.versions[uri] = 1
        item = types.TextDocumentItem(uri, language, 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return await self.diagnostics()

    async def change(self, uri: str, text: str) -> tuple[types.Diagnostic, ...]:
        """Edit a document: hand its new text over."""
        self.versions[uri] += 1
        name = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(name, [change]))
        return await self.diagnostics()


Scenario = Callable[[Session], Awaitable[None]]


def run(scenario: Scenario, options: Any = None, **more: Any) -> Session:
    """Run a scenario in a session of its own."""

    async def whole() -> Session:
        session = Session()
        await session.start(options, **more)
        await scenario(session)
        await session.stop()
        return session

    return asyncio.run(asyncio.wait_for(whole(), 3 * PATIENCE))


def uri_of(path: Path) -> str:
    """A path as a URI."""
    return path.absolute().as_uri()


def marked(text: str, place: types.Range, encoding: str = "utf-16-le", unit: int = 2) -> str:
    """The part of a text that a range underlines, found as an editor does: by the units of its lines."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert place.start.line == place.end.line
    data = lines[place.start.line].encode(encoding, "surrogatepass")
    return data[place.start.character * unit : place.end.character * unit].decode(encoding, "surrogatepass")
