"""All rule pages of the data at hand, found by id."""

from __future__ import annotations

from deckcheck.data.format import ExceptionsFile
from deckcheck.data.toml import read_toml, validate
from deckcheck.errors import UsageError
from deckcheck.explain.example_decks import with_decks
from deckcheck.explain.rule_pages import GameRules, RulePage, engine_pages, pages
from deckcheck.judge.library import Game, Library
from deckcheck.model.nearest import suggest


def game_rules(game: Game) -> GameRules:
    """Read all authored rules of a game. Raises DataError."""
    formats = {name: game.format_file(name)[0] for name in game.format_ids}
    exceptions = ExceptionsFile()
    if (game.folder / "exceptions.toml").is_file():
        shown = f"{game.path}/exceptions.toml"
        data, text = read_toml(game.folder / "exceptions.toml", shown)
        exceptions = validate(ExceptionsFile, data, shown, text)
    return GameRules(game.file, formats, exceptions, game.sources)


class Rulebook:
    """The pages of every rule of a library, each game's read when first asked for."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._pages: dict[str, dict[str, RulePage]] = {"deck": engine_pages()}

    def game(self, name: str) -> dict[str, RulePage]:
        """The pages of one game, or of the engine ("deck"). Raises UsageError for an unknown game."""
        if name not in self._pages:
            game = self._library.game(name)
            self._pages[name] = with_decks(pages(game_rules(game)), game.root, name)
        return self._pages[name]

    def all(self) -> dict[str, RulePage]:
        """The pages of all games, and the engine's own last."""
        return {key: page for name in (*self._library.game_ids, "deck") for key, page in self.game(name).items()}

    def find(self, rule: str) -> list[RulePage]:
        """The page of an id; without a game, those of every game that has it. Raises UsageError with the nearest."""
        game, slash, _ = rule.partition("/")
        known = self.game(game) if slash and game in (*self._library.game_ids, "deck") else self.all()
        found = [page for key, page in known.items() if key == rule or (not slash and key.endswith(f"/{rule}"))]
        if not found:
            hint = suggest(rule, known if slash else sorted({key.partition("/")[2] for key in known}))
            raise UsageError(f'no rule has the id "{rule}"; {hint or "`deckcheck rule --all` shows every one"}')
        return found
