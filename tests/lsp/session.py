"""An editor's session with the language server: pygls' client talks to the real process over its standard streams."""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict
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
        self.published: dict[str, asyncio.Queue[types.PublishDiagnosticsParams]] = defaultdict(asyncio.Queue)
        self.at = ""  # the document that was opened or changed last
        self.messages: list[str] = []
        self.versions: dict[str, int] = {}
        self.capabilities: Any = None

    async def start(
        self, options: Any = None, encodings: list[types.PositionEncodingKind] | None = None, *arguments: str
    ) -> None:
        """Start the server."""
        client = self.client
        client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: self.heard(params))
        client.feature(types.WINDOW_SHOW_MESSAGE)(lambda params: self.messages.append(params.message))
        await client.start_io(sys.executable, "-m", "deckcheck", "lsp", *arguments, cwd=ROOT)
        capabilities = types.ClientCapabilities()
        if encodings:
            capabilities.general = types.GeneralClientCapabilities(position_encodings=encodings)
        params = types.InitializeParams(capabilities, initialization_options=options)
        self.capabilities = (await client.initialize_async(params)).capabilities
        client.initialized(types.InitializedParams())

    def heard(self, params: types.PublishDiagnosticsParams) -> None:
        """Keep what the server says of a document until it is asked for."""
        self.published[params.uri].put_nowait(params)

    async def forget(self) -> None:
        """Close every document; the next scenario starts with none."""
        for uri in self.versions:
            name = types.TextDocumentIdentifier(uri)
            self.client.text_document_did_close(types.DidCloseTextDocumentParams(name))
        nowhere = types.HoverParams(types.TextDocumentIdentifier("file:///no"), types.Position(0, 0))
        await asyncio.wait_for(self.client.text_document_hover_async(nowhere), PATIENCE)  # all before it is answered
        self.versions.clear()
        self.published.clear()
        self.messages.clear()

    async def stop(self) -> None:
        """End the session as editors do."""
        await asyncio.wait_for(self.client.shutdown_async(None), PATIENCE)
        self.client.exit(None)
        await self.client.stop()

    async def diagnostics(self) -> tuple[types.Diagnostic, ...]:
        """The next diagnostics of the document that was opened or changed last."""
        return tuple((await asyncio.wait_for(self.published[self.at].get(), PATIENCE)).diagnostics)

    async def open(self, uri: str, text: str, language: str = "deck") -> tuple[types.Diagnostic, ...]:
        """Open a document."""
        self.versions[uri] = 1
        self.at = uri
        item = types.TextDocumentItem(uri, language, 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return await self.diagnostics()

    async def change(self, uri: str, text: str) -> tuple[types.Diagnostic, ...]:
        """Edit a document: hand its new text over."""
        self.versions[uri] += 1
        self.at = uri
        name = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(name, [change]))
        return await self.diagnostics()


Scenario = Callable[[Session], Awaitable[None]]


def run(scenario: Scenario, options: Any = None, **more: Any) -> None:
    """Run a scenario in a session of its own."""

    async def whole() -> None:
        session = Session()
        await session.start(options, **more)
        await scenario(session)
        await session.stop()

    asyncio.run(asyncio.wait_for(whole(), 3 * PATIENCE))


class Shared:
    """One session for the scenarios that need no settings of their own: starting a server takes a second."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.session: Session | None = None

    def __call__(self, scenario: Scenario) -> None:
        """Run a scenario with no document open."""
        self.loop.run_until_complete(asyncio.wait_for(self._scenario(scenario), 3 * PATIENCE))

    async def _scenario(self, scenario: Scenario) -> None:
        if self.session is None:
            session = Session()
            await session.start()
            self.session = session
        try:
            await scenario(self.session)
        finally:
            await self.session.forget()

    def close(self) -> None:
        """End the session and its loop."""
        if self.session is not None:
            self.loop.run_until_complete(self.session.stop())
        self.loop.close()


def uri_of(path: Path) -> str:
    """A path as a URI."""
    return path.absolute().as_uri()


def marked(text: str, place: types.Range, encoding: str = "utf-16-le", unit: int = 2) -> str:
    """The part of a text that a range underlines, found as an editor does: by the units of its lines."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert place.start.line == place.end.line
    data = lines[place.start.line].encode(encoding, "surrogatepass")
    return data[place.start.character * unit : place.end.character * unit].decode(encoding, "surrogatepass")
