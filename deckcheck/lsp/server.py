"""The server: what an editor tells and asks, and the functions that answer."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO, Final, cast
from urllib.parse import unquote, urlsplit

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from deckcheck import __version__
from deckcheck.errors import DeckcheckError, UsageError
from deckcheck.explain.answers import Repair
from deckcheck.judge.library import Library
from deckcheck.lsp import actions
from deckcheck.lsp.authored import AuthoredFile, Kind, kind_of
from deckcheck.lsp.completion import Names, complete
from deckcheck.lsp.deck import Judging, OpenDeck
from deckcheck.lsp.diagnostics import diagnostics, fault
from deckcheck.lsp.hover import hover
from deckcheck.lsp.keys import complete_key, hover_key
from deckcheck.lsp.settings import Settings, read_settings
from deckcheck.lsp.symbols import symbols

DECK_LANGUAGES: Final = frozenset({"deck", "deckcheck"})
"""Languages whose files are decks, whatever they hold; of other files only those that look like one are judged."""

MOST_HEADER: Final = 200
"""Bytes of a header line."""


class Server:
    """One editor's session: its settings, and the decks that are open in it."""

    def __init__(self, ls: LanguageServer, folders: tuple[Path, ...] = ()) -> None:
        self.ls = ls
        self.settings = Settings(data=folders)
        self._folders = folders
        self._libraries: dict[tuple[Path, ...], Library] = {}
        self._judging: Judging | None = None
        self._open: set[str] = set()
        self._options: Any = None
        self.decks: dict[str, OpenDeck] = {}
        self.authored: dict[str, AuthoredFile] = {}
        self._names = Names()
        self._searching = Lock()
        self._beside: dict[tuple[Path, ...], Library] = {}
        self._found: tuple[str, str, tuple[Repair, ...]] = ("", "", ())

    # ---- what the editor tells -----------------------------------------------------------------------------------

    def initialize(self, params: types.InitializeParams) -> None:
        """The session begins; settings may come with it."""
        self._options = params.initialization_options

    def initialized(self, params: types.InitializedParams) -> None:
        """The editor is ready to be told something."""
        self.set_settings(self._options)

    def set_settings(self, given: Any) -> None:
        """Take over the editor's settings; those that cannot be are told, and the former ones stay."""
        try:
            made = read_settings(given)
        except UsageError as error:
            self.ls.window_show_message(types.ShowMessageParams(types.MessageType.Error, str(error)))
            return
        self.settings = Settings(made.format, made.as_of, (*made.data, *self._folders), made.strict, made.configuration)
        self.renew()

    def renew(self) -> None:
        """Judge every open deck anew: settings or files have changed."""
        self._judging = None
        for uri in sorted(self._open):
            self.judge(uri)

    def judge(self, uri: str) -> None:
        """Judge an open document and publish what stands against it."""
        if uri not in self._open:
            return
        document = self.ls.workspace.get_text_document(uri)
        self.decks.pop(uri, None)
        kind = kind_of(path_of(uri)) if urlsplit(uri).scheme == "file" else None
        if kind is not None:
            self._judge_authored(uri, kind, document)
            return
        found: list[types.Diagnostic] = []
        try:
            if self._judging is None:
                self._judging = Judging(self.settings, self._libraries, date.today())
            deck = self._judging.judge(
                path_of(uri),
                document.source,
                named=document.language_id in DECK_LANGUAGES,
                encoding=self.encoding,
            )
            if deck is not None:
                self.decks[uri] = deck
                found = diagnostics(deck, uri)
        except (DeckcheckError, OSError) as error:
            found = [fault(error)]
        self.publish(uri, found, document.version)

    def _judge_authored(self, uri: str, kind: Kind, document: Any) -> None:
        """The faults of an authored file, as far as its text shows them, and what the last check of its folder said."""
        file = AuthoredFile(kind, path_of(uri), document.source, self.encoding)
        if uri in self.authored:
            file.checked = self.authored[uri].checked
        self.authored[uri] = file
        self.publish(uri, file.diagnostics(), document.version)

    async def check_folder(self, uri: str) -> None:
        """Check the data folder of an authored file, beside the session, and publish what that says of the file."""
        file = self.authored.get(uri)
        if file is None:
            return
        checked = await asyncio.get_running_loop().run_in_executor(None, file.of_folder)
        current = self.authored.get(uri)
        if current is not None:
            current.checked = checked
            self.publish(uri, current.diagnostics())

    def publish(self, uri: str, found: list[types.Diagnostic], version: int | None = None) -> None:
        """Hand diagnostics to the editor."""
        self.ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, version))

    @property
    def encoding(self) -> str:
        """How the editor counts columns."""
        return types.PositionEncodingKind(self.ls.workspace.position_encoding or "utf-16").value

    # ---- notifications -------------------------------------------------------------------------------------------

    async def opened(self, params: types.DidOpenTextDocumentParams) -> None:
        """A document was opened."""
        uri = params.text_document.uri
        self._open.add(uri)
        self._judging = None
        self.judge(uri)
        if uri in self.decks and self._judging is not None:
            self._judging.warm(self.decks[uri])
        await self.check_folder(uri)

    def changed(self, params: types.DidChangeTextDocumentParams) -> None:
        """A document was edited."""
        self.judge(params.text_document.uri)

    async def saved(self, params: types.DidSaveTextDocumentParams) -> None:
        """A document was saved; it may be a configuration or data that others are judged under."""
        if (saved := kind_of(path_of(params.text_document.uri))) is not None and saved.root is not None:
            self._libraries.clear()
            self._beside.clear()
        self.renew()
        for uri in sorted(self.authored):
            await self.check_folder(uri)

    def closed(self, params: types.DidCloseTextDocumentParams) -> None:
        """A document was closed: nothing stands against it any more."""
        self._open.discard(params.text_document.uri)
        self.decks.pop(params.text_document.uri, None)
        self.authored.pop(params.text_document.uri, None)
        self.publish(params.text_document.uri, [])

    def configured(self, params: types.DidChangeConfigurationParams) -> None:
        """The editor's settings changed."""
        given = params.settings
        own = given.get("deckcheck") if isinstance(given, dict) and "deckcheck" in given else given
        self.set_settings(own)

    # ---- questions -----------------------------------------------------------------------------------------------

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        """What stands at a place."""
        if (file := self.authored.get(params.text_document.uri)) is not None:
            return hover_key(file, params.position)
        deck = self.decks.get(params.text_document.uri)
        return hover(deck, params.position) if deck else None

    def complete(self, params: types.CompletionParams) -> types.CompletionList | None:
        """What may be typed at a place."""
        if (file := self.authored.get(params.text_document.uri)) is not None:
            return complete_key(file, params.position)
        deck = self.decks.get(params.text_document.uri)
        return complete(deck, self._names, params.position) if deck else None

    def symbols(self, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
        """The outline of a deck."""
        deck = self.decks.get(params.text_document.uri)
        return symbols(deck) if deck else None

    async def actions(self, params: types.CodeActionParams) -> list[types.CodeAction] | None:
        """Quick fixes; the search for the smallest repair runs beside the session, and only for those who ask for
        fixes, not whenever the cursor moves."""
        uri = params.text_document.uri
        deck = self.decks.get(uri)
        if deck is None:
            return None
        found = actions.quick(deck, uri, params)
        errors = [item for item in params.context.diagnostics if item.severity == types.DiagnosticSeverity.Error]
        asked = params.context.trigger_kind != types.CodeActionTriggerKind.Automatic
        if asked and any(not report.is_legal for report in deck.reports):
            repairs = await asyncio.get_running_loop().run_in_executor(None, self._smallest, uri, deck.places.text)
            found += actions.repairs(deck, uri, repairs, errors)
        only = params.context.only
        return [item for item in found if only is None or any(f"{item.kind}.".startswith(f"{kind}.") for kind in only)]

    def _smallest(self, uri: str, text: str) -> tuple[Repair, ...]:
        """The smallest repairs of a deck's text, found with libraries of its own: the session goes on meanwhile."""
        with self._searching:
            if self._found[:2] != (uri, text):
                judging = Judging(self.settings, self._beside, date.today())
                deck = judging.judge(path_of(uri), text, named=True, encoding="utf-16")
                self._found = (uri, text, actions.smallest(deck) if deck else ())
            return self._found[2]


def path_of(uri: str) -> str:
    """The path of a document; for one that is no file, its last name."""
    parts = urlsplit(uri)
    path = unquote(parts.path)
    if parts.scheme == "file":
        if sys.platform == "win32" and len(path) > 2 and path[0] == "/" and path[2] == ":":
            path = path[1:]
        return path
    return path.rpartition("/")[2] or "untitled"


def make_server(folders: tuple[Path, ...] = ()) -> LanguageServer:
    """A language server, its features registered, that also takes the games of these data folders."""
    ls = LanguageServer("deckcheck", __version__, types.TextDocumentSyncKind.Full)
    server = Server(ls, folders)
    handlers: dict[str, Callable[[Any], Any]] = {
        types.TEXT_DOCUMENT_DID_CHANGE: server.changed,
        types.TEXT_DOCUMENT_DID_CLOSE: server.closed,
        types.WORKSPACE_DID_CHANGE_CONFIGURATION: server.configured,
        types.INITIALIZE: server.initialize,
        types.INITIALIZED: server.initialized,
        types.TEXT_DOCUMENT_HOVER: server.hover,
        types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: server.symbols,
    }
    for name, handler in handlers.items():
        ls.feature(name)(_function(handler))
    ls.feature(types.TEXT_DOCUMENT_DID_OPEN)(_coroutine(server.opened))
    ls.feature(types.TEXT_DOCUMENT_DID_SAVE)(_coroutine(server.saved))
    triggers = types.CompletionOptions(trigger_characters=["[", ":", '"'])
    ls.feature(types.TEXT_DOCUMENT_COMPLETION, triggers)(_function(server.complete))

    kinds = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, actions.FIX_ALL])
    ls.feature(types.TEXT_DOCUMENT_CODE_ACTION, kinds)(_coroutine(server.actions))
    return ls


def _function(method: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A method as a plain function: features get marks that a method cannot carry."""

    def answer(params: Any) -> Any:
        return method(params)

    return answer


def _coroutine(method: Callable[[Any], Awaitable[Any]]) -> Callable[[Any], Awaitable[Any]]:
    """The same for a method that is waited for."""

    async def answer(params: Any) -> Any:
        return await method(params)

    return answer


def serve(folders: tuple[Path, ...] = ()) -> None:
    """Serve an editor over standard input and output until it goes."""
    # pygls closes what it writes to; standard output is still to be flushed by whoever called
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    make_server(folders).start_io(cast(BinaryIO, Messages(sys.stdin.buffer)), out)


class Messages:
    """Standard input without header lines that are longer than any is: a number of thousands of digits ends pygls."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self) -> bytes:
        """The next header line."""
        line = self._stream.readline(MOST_HEADER)
        return line if line.endswith(b"\n") or not line else b"\n"

    def read(self, length: int) -> bytes:
        """The body of a message."""
        return self._stream.read(length)
