"""A deck file that is open in an editor: judged as on the command line, with what hover and completion ask of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import cached_property
from pathlib import Path

from msgspec.structs import replace

from deckcheck.deckfiles.readers import Document, text_document
from deckcheck.deckfiles.readers.headings import bracketed, heading_of
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.errors import DeckcheckError
from deckcheck.judge.check import Request, check_document, read_deck
from deckcheck.judge.library import Library
from deckcheck.judge.plan import Plan
from deckcheck.lsp.positions import Places
from deckcheck.lsp.settings import Settings
from deckcheck.model.deck import Deck, Entry
from deckcheck.model.report import DeckReport
from deckcheck.model.resolved import Item, Unknown
from deckcheck.policy.config import Configurations
from deckcheck.policy.settings import Flags, Local, Screening

ALL = "all"
NO_CARD = "Qwxz Qwxz"
"""What no card is called."""


class Judging:
    """Judges open decks under the editor's settings and the configuration files, which are read once; make a new one
    when a setting or a file has changed. Libraries are kept by whoever makes it."""

    def __init__(self, settings: Settings, libraries: dict[tuple[Path, ...], Library], today: date) -> None:
        self.settings, self._libraries, self.today = settings, libraries, today
        flags = Flags(
            formats=(settings.format,) if settings.format else (),
            as_of=settings.as_of,
            strict=settings.strict,
            data=settings.data,
        )
        self._screening = Screening(flags, Configurations(isolated=not settings.configuration), today)

    def library(self, local: Local) -> Library:
        """The library for a deck."""
        folders = (*self.settings.data, *local.configuration.data_folders)
        return self._libraries.setdefault(folders, Library(folders)) if folders else self._plain()

    def _plain(self) -> Library:
        return self._libraries.get(()) or self._libraries.setdefault((), Library())

    def judge(self, path: str, text: str, *, named: bool, encoding: str) -> OpenDeck | None:
        """The deck of a text; None where it is none, or excluded. Raises DeckcheckError for faults of data, settings
        and configuration."""
        local = self._screening.of_deck(path)
        if local.excluded(path):
            return None
        self._screening.use_baseline(local)
        library, document = self.library(local), text_document(text, path)
        reports: list[DeckReport] = []
        requests = list(self.requests(local))
        for request in requests:
            found = check_document(library, document, request, named=named)
            if found is None:
                return None
            reports += map(local.screen, found)
        return OpenDeck(library, document, requests[0], reports, Places(text, encoding))

    def warm(self, deck: OpenDeck) -> None:
        """Load what only later edits ask for, so that none of them takes long: the index of all names, and the other
        games, which are looked into while the deck's header is half typed."""
        if deck.plan is not None:
            deck.plan.resolver.lookup.suggest(NO_CARD, None)
        first = deck.deck.entries[0].location.line - 1 if deck.deck and deck.deck.entries else 0
        headless = "\n".join([f"1 {NO_CARD}", *deck.document.lines()[first:]])
        for text in (headless, f"x\n\n{headless}"):
            check_document(deck.library, text_document(text, deck.document.path), Request(self.today))

    def requests(self, local: Local) -> Iterator[Request]:
        """What a deck is judged under, as for `deckcheck check`."""
        formats: list[str | None] = [name for name in local.formats if name != ALL]
        for name in formats or [None]:
            format_id, _, stated = (name or "").partition("@")
            day = date.fromisoformat(stated) if stated else local.as_of
            dated_by = local.formats_from if stated else local.as_of_from
            yield Request(self.today, format_id or None, day, local.formats_from, dated_by, strict=local.strict)


class OpenDeck:
    """A judged deck: its reports (one a format), and what it holds."""

    def __init__(
        self, library: Library, document: Document, request: Request, reports: list[DeckReport], places: Places
    ) -> None:
        self.library, self.document, self.request = library, document, request
        self.reports, self.places = reports, places

    @cached_property
    def _read(self) -> tuple[Deck, Plan] | None:
        try:
            return read_deck(self.library, self.document, self.request)
        except DeckcheckError:
            return None

    @property
    def deck(self) -> Deck | None:
        """The deck as read; None where it cannot be."""
        return self._read[0] if self._read else None

    @property
    def plan(self) -> Plan | None:
        """What judges the deck."""
        return self._read[1] if self._read else None

    @cached_property
    def shape(self) -> DeckShape | None:
        """How the deck files of its game are put together."""
        return self.plan.shape if self.plan else None

    @cached_property
    def lines(self) -> list[tuple[Entry, Item | Unknown | None]]:
        """Every entry with what became of it."""
        return self.plan.resolver.each(self.deck) if self.plan and self.deck else []

    @cached_property
    def headings(self) -> dict[int, str]:
        """Lines of the deck, from 1, that open a zone, with the zone's id."""
        if self.shape is None or self.deck is None:
            return {}
        taken = {entry.location.line for entry in self.deck.entries}
        found = {}
        for number, line in enumerate(self.document.lines(), 1):
            text = line.strip().lstrip("#").strip()
            heading = (bracketed(text) or heading_of(text)) if text and number not in taken else None
            zone = self.shape.zone_of(heading.title if heading else text) if text and number not in taken else None
            if zone is not None:
                found[number] = zone
        return found

    def at_line(self, line: int) -> tuple[Entry, Item | Unknown | None] | None:
        """The entry on a line of the deck, from 1."""
        return next((pair for pair in self.lines if pair[0].location.line == line), None)

    def zone_at(self, line: int) -> tuple[bool, str | None]:
        """Whether a card may stand on a line of the deck, and its zone (None: the card decides), as the reader sees it:
        it is asked for a card in that place."""
        if self.deck is None or self.shape is None:
            return False, None
        from deckcheck.deckfiles.readers import by_name

        lines = list(self.document.lines())
        lines[line - 1] = f"1 {NO_CARD}"
        probe = text_document("\n".join(lines), self.document.path)
        probe = replace(probe, memo={})
        read = by_name(self.deck.reader).read(probe, self.shape)
        entry = next((entry for entry in read.entries if entry.location.line == line), None)
        return entry is not None, entry.zone if entry is not None else None
