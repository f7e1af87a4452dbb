"""A data folder for a game of one's own: small, commented, sound, with a deck that is legal under it."""

from __future__ import annotations

import re
from pathlib import Path

from deckcheck.data.literal import literal
from deckcheck.errors import UsageError

GAME = """\
# Zones, names and deck files. The cards: cardpools/{id}.
id = "{id}"
title = {title}
default_format = "{id}/standard"

# A part of a deck. `accepts` says which cards belong there; it reads the columns of cards.csv. Others are at fault.
[zones.leader]
label = "Leader"                      # as messages name it: "in the Leader"
identity = true                     # rules may compare other cards with this one: identity.<column>
accepts = "kind == 'leader'"

[zones.deck]
label = "Deck"
accepts = "kind != 'leader'"
headings = ["Main Deck", "Cards"]   # other ways in which deck files name it

[identity]
must = "kind == 'leader'"             # what makes a usable identity
count = 1
without = "skip"                    # without one, rules that look at the identity are left out
"""

SOURCES = """\
# Every rule cites a document of this table.
[rulebook]
title = {rulebook}
date = "2024"                       # as precisely as known: 2024, 2024-05 or 2024-05-20
"""

FORMAT = """\
id = "{id}/standard"
title = "Standard"
summary = "One leader and a deck of 30 cards."

# The first version is the first day the format can be asked for. Without versions it always was.
[[version]]
from = 2024-01-01
title = "First rules"
source = {{ document = "rulebook", section = "1" }}

[[rule]]
id = "one-leader"
title = "Exactly one leader"
kind = "count"
zones = ["leader"]
exactly = 1
source = {{ document = "rulebook", section = "2" }}

[[rule]]
id = "deck-size"
title = "A deck holds exactly 30 cards"
kind = "count"
zones = ["deck"]
exactly = 30
source = {{ document = "rulebook", section = "3" }}

[[rule]]
id = "copies"
title = "At most 3 copies of a card"
kind = "copies"
zones = ["deck"]
max = 3
source = {{ document = "rulebook", section = "3" }}

[[rule]]
id = "colors"
title = "Cards with colors need a leader of one of them"
kind = "require"
zones = ["deck"]
must = "not colors or colors & identity.colors"
message = "{{card}} needs a leader of another color than {{identity}}"
source = {{ document = "rulebook", section = "4" }}

[[rule]]
id = "banned"
title = "Banned cards"
kind = "list"
max = 0
source = {{ document = "rulebook", section = "5" }}
[[rule.entry]]
card = "Thunder"
from = 2024-06-01                   # banned from this day on
"""

EXCEPTIONS = """\
# Where a rule holds otherwise for some leaders.
[[exception]]
id = "old-sage"
title = "The Old Sage has a deck of 40"
when = "identity.name == 'The Old Sage'"
rules = ["deck-size"]
set = {{ exactly = 40 }}
source = {{ document = "rulebook", section = "6" }}
"""

POOL = """\
game = "{id}"
title = {cards}
version = 2024-06-01                # the newest date in the data
licence = "say here where the facts come from, and that no text of a card is among them"

# The columns of cards.csv in file order. Types: text, text exact, int, set, date, bool; sets hold a|b|c.
[columns]
id = "text exact"
name = "text"
kind = "text"
colors = "set"
cost = "int"

# What must hold of every card; `deckcheck data check` tells where it does not.
[[invariant]]
id = "leader-cost"
title = "Leaders cost nothing"
where = "kind == 'leader'"
must = "not cost"
"""

COMMON = ("Apple", "Bread", "Candle", "Drum", "Feather", "Gate", "Hammer", "Ink", "Jar", "Kettle", "Ladder", "Mirror")


def cards() -> str:
    """The invented cards."""
    rows = [
        "fire-dancer,Fire Dancer,leader,red,",
        "the-old-sage,The Old Sage,leader,blue|red,",
        "thunder,Thunder,spell,red,4",
        "wave,Wave,spell,blue,3",
        *(f"{name.lower()},{name},item,,{number % 4}" for number, name in enumerate(COMMON)),
    ]
    return "id,name,kind,colors,cost\n" + "\n".join(sorted(rows)) + "\n"


def deck(game: str) -> str:
    """A legal deck."""
    lines = [f"3 {name}" for name in COMMON[:10]]
    return "\n".join([f"Game: {game}", "As-of: 2024-01-01", "", "[Leader]", "1 Fire Dancer", "", "[Deck]", *lines, ""])


def write_new_game(folder: Path, game: str, title: str) -> list[Path]:
    """Write the folder's files. Raises UsageError for an id that is none, or where a file exists already."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", game):
        raise UsageError(f'"{game}" is no id: use lower-case letters, digits and hyphens')
    texts = {
        f"formats/{game}/game.toml": GAME,
        f"formats/{game}/sources.toml": SOURCES,
        f"formats/{game}/standard.toml": FORMAT,
        f"formats/{game}/exceptions.toml": EXCEPTIONS,
        f"cardpools/{game}/pool.toml": POOL,
    }
    titles = {"title": title, "rulebook": f"{title} rulebook", "cards": f"{title} cards"}
    values = {
        name: literal(" ".join(text.encode("utf-8", "replace").decode().split())) for name, text in titles.items()
    }
    files = {name: text.format(id=game, **values) for name, text in texts.items()}
    files |= {f"cardpools/{game}/cards.csv": cards(), f"decks/{game}.txt": deck(game)}
    for name in files:
        if (folder / name).exists():
            raise UsageError(f'"{folder / name}" exists')
    written = []
    try:
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            written.append(path)
    except OSError as error:
        raise UsageError(f'cannot write "{error.filename}": {error.strerror}') from None
    return written
