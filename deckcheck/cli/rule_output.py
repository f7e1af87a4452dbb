"""Rule pages on standard output, in the format asked for."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from typing import TextIO

from deckcheck.cli.terminal import wants_color
from deckcheck.errors import UsageError
from deckcheck.explain import rule_text as rulepage_text
from deckcheck.explain.rule_pages import RulePage, treatments
from deckcheck.explain.rulebook import game_rules
from deckcheck.judge.library import Library


def write_pages(
    library: Library, pages: Mapping[str, RulePage], form: str, color: str, out: TextIO, whole: str | None
) -> None:
    """Write pages; `whole` names the game whose rules they all are, which makes Markdown one document."""
    if form == "json":
        json.dump([rulepage_text.as_object(page) for page in pages.values()], out, indent=1)
        out.write("\n")
    elif form == "markdown":
        out.write(game_document(library, whole, pages) if whole else _markdown(pages))
    elif form == "text":
        width = shutil.get_terminal_size((80, 24)).columns if out.isatty() else 0
        shown = [rulepage_text.text(page, width, wants_color(color, out)) for page in pages.values()]
        out.write("\n".join(shown))
    else:
        raise UsageError(f'rule pages come as text, json or markdown, not as "{form}"')


def game_document(library: Library, game: str, pages: Mapping[str, RulePage]) -> str:
    """`docs/rules/<game>.md`: the rules of one game, or the engine's own ("deck"), as one document."""
    if game == "deck":
        return rulepage_text.document(game, "every deck", pages.values(), ())
    rules = game_rules(library.game(game))
    return rulepage_text.document(game, rules.game.title, pages.values(), treatments(rules))


def _markdown(pages: Mapping[str, RulePage]) -> str:
    return "\n".join(rulepage_text.markdown(page) for page in pages.values())
