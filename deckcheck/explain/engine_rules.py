"""The engine's own findings ("deck/..."): what each means, so that every id a report prints can be explained."""

from __future__ import annotations

from msgspec import Struct

from deckcheck.model.finding import Severity

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741 - the table below reads better


class EngineRule(Struct, frozen=True):
    """One of the engine's own rules: the heaviest severity it comes with, its text, one line for each side."""

    id: str
    severity: Severity
    title: str
    why: str
    passes: str
    fails: str


ENGINE_RULES: dict[str, EngineRule] = {
    rule.id: rule
    for rule in (
        EngineRule(
            "deck/unreadable",
            E,
            "a deck file can be opened, decoded and read",
            "What cannot be read cannot be judged: the verdict is `unreadable`, and the other decks go on.",
            "a text file in UTF-8",
            "a picture, an empty archive, a file without read permission, TOML or JSON with a syntax fault",
        ),
        EngineRule(
            "deck/encoding",
            I,
            "a deck file is text in UTF-8",
            "Other encodings are guessed; a wrong guess garbles names, so the guess is said.",
            "a file saved as UTF-8, with or without a byte order mark",
            "a file in Windows-1252",
        ),
        EngineRule(
            "deck/empty",
            E,
            "a deck lists cards",
            "A file without any card line is a mistake in most cases, not a deck.",
            "at least one card line",
            "headings only",
        ),
        EngineRule(
            "deck/limit",
            E,
            "a deck file keeps within the reading limits",
            "Decks come from strangers: bytes, lines, entries and lengths are bounded; what lies beyond is not read.",
            "any deck that people play",
            "a file of 50 MB, a line of a million characters",
        ),
        EngineRule(
            "deck/bad-line",
            E,
            "every line of a deck file means something",
            "A line that is neither heading, header, comment nor card is named instead of dropped.",
            "3 Card Name",
            "a header line with an unknown key",
        ),
        EngineRule(
            "deck/not-read",
            I,
            "every line of a deck file is read or named",
            "A line before the first card or after the last one that has no count and is like no card's name is taken "
            "for a title or a note: it counts nowhere, and it is listed here, so that nothing disappears.",
            "a list with headings and cards only",
            "the author and date above a list that was copied from a page",
        ),
        EngineRule(
            "deck/unknown-section",
            W,
            "every heading names a zone of the game",
            "The cards below an unknown heading go where their kind belongs, which may not be what was meant.",
            "[Deck], where the game has that zone",
            "[Dekc]",
        ),
        EngineRule(
            "deck/total-mismatch",
            W,
            "a stated total equals the number of cards listed",
            "Lists often state how many cards a section has; a difference shows a card lost in copying.",
            "Cards (3) over three cards",
            "Cards (3) over two cards",
        ),
        EngineRule(
            "deck/quantity",
            E,
            "a quantity is a whole number from 1 upwards",
            "Nothing, less than nothing and absurd numbers are typing faults; no rule counts with them.",
            "3 Card Name",
            "0 Card Name, -3 Card Name, 999999999999 Card Name",
        ),
        EngineRule(
            "deck/unknown-card",
            E,
            "every card line names a card of the game",
            "A name is looked up by its spelling, its former names and its known variants, whatever the date; a line "
            "that names nothing still counts for the size of its zone, and the nearest names are offered.",
            "a card's name, in any case",
            "a misspelt name",
        ),
        EngineRule(
            "deck/ambiguous-card",
            E,
            "a name means one card",
            "Where several cards share a name and their verdicts differ, the deck must say which; where every "
            "candidate gives the same verdict this is only mentioned.",
            "a name that one card has",
            "a name that two cards have, with different facts",
        ),
        EngineRule(
            "deck/twin-name",
            I,
            "cards that share a name are told apart",
            "Several cards have this name; the line was read as the one named here, because the rest does not fit.",
            "a name that one card has",
            "a name that two cards have, of which one fits the zone",
        ),
        EngineRule(
            "deck/former-name",
            I,
            "cards go by their present name",
            "A card was found by a name it no longer has.",
            "the present name",
            "a name from before a renaming",
        ),
        EngineRule(
            "deck/unknown-printing",
            E,
            "a printing that a line states exists",
            "A set and number may decide legality; one that the card never had is a typing fault.",
            "a set the card was printed in",
            "a set without this card",
        ),
        EngineRule(
            "deck/unknown-game",
            E,
            "the game of a deck can be told",
            "No header, file format, flag or configuration names the game, and the cards belong to no known one.",
            "a deck that says its game, or whose cards are known",
            "a list of names that no card pool has",
        ),
        EngineRule(
            "deck/unknown-format",
            E,
            "the format a deck states exists",
            "A deck that asks for a format nobody knows cannot be judged under it.",
            "the id of a format",
            "a misspelt id",
        ),
        EngineRule(
            "deck/bad-date",
            E,
            "the date a deck states is a date",
            "The day whose rules judge is written as year-month-day.",
            "2002-05-20",
            "20th of May",
        ),
        EngineRule(
            "deck/no-version",
            E,
            "the format existed on the deck's date",
            "A deck that asks for a day before its format's first version cannot be judged.",
            "a day on or after the first version",
            "the day before it",
        ),
        EngineRule(
            "deck/format-disagreement",
            E,
            "the deck and the caller agree on the format",
            "A flag or the configuration wins over what the deck says of itself; the difference is mentioned. A deck "
            "of another game cannot be judged under the format: that is one error, not one for each of its cards.",
            "both name the same format, or the deck none",
            "the deck names another format than the flag; the configuration names a format of another game",
        ),
        EngineRule(
            "deck/no-rule",
            E,
            "`select` and `ignore` leave a rule to judge the deck by",
            "A deck that no rule was asked about would pass whatever it holds.",
            "`--select toy/copies` and a deck of that game",
            "`--ignore '*'`, or a selection of another game's rules",
        ),
        EngineRule(
            "deck/expired-exception",
            W,
            "an exception of the configuration has not ended",
            "After its last day an exception no longer suppresses anything; it should be renewed or removed.",
            "no end, or one that lies ahead",
            "`until` lies in the past",
        ),
        EngineRule(
            "deck/unused-exception",
            W,
            "an exception of the configuration covers a finding",
            "One that covers nothing hides the next fault it happens to fit. Said only when everything below the "
            "configuration was judged.",
            "the finding it names is there",
            "the deck was mended and the exception forgotten",
        ),
        EngineRule(
            "deck/baseline-gone",
            W,
            "every finding of the baseline is still there",
            "An entry whose finding has gone would hide the fault if it came back. Said of decks that were judged, and "
            "of decks that have gone from a folder that was judged as a whole.",
            "the deck still has the finding",
            "the deck was mended, and the baseline not written anew",
        ),
        EngineRule(
            "deck/locked",
            E,
            "a deck registered for the event stays as it was registered",
            "Only where the organizer locks whole decks: every card, count and zone is compared with the earlier "
            "registration, whatever the order of the lines.",
            "the same cards in another order",
            "one card exchanged between two rounds",
        ),
        EngineRule(
            "deck/not-registered",
            W,
            "a deck that is compared with an earlier round has been registered there",
            "Without an earlier registration, or with one that cannot be read, nothing can be compared; that is said "
            "instead of passed over.",
            "a file of the same name, or of the same player, in the earlier folder",
            "a player who joins in the second round",
        ),
    )
}
