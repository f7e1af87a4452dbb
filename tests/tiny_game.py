"""A small invented game as a data folder, for tests that spoil one thing of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

GAME = """\
id = "harbour"
title = "Harbour"
default_format = "harbour/open"

[zones.captain]
label = "Captain"
identity = true
accepts = "kind == 'captain'"

[zones.ship]
label = "Ship"
accepts = "kind != 'captain'"

[identity]
must = "kind == 'captain'"
without = "skip"

[deck]
flags = "flags"
"""

SOURCES = """\
[rules-1]
title = "Harbour rules"
date = "2020-01-01"
"""

FORMAT = """\
id = "harbour/open"
title = "Open"

[[version]]
from = 2020-01-01
title = "First rules"
source = { document = "rules-1", section = "1" }

[[rule]]
id = "captain"
title = "One captain"
kind = "count"
zones = ["captain"]
exactly = 1
source = { document = "rules-1", section = "1" }

[[rule]]
id = "ship-size"
title = "Five to eight cards"
kind = "count"
zones = ["ship"]
min = 5
max = 8
source = { document = "rules-1", section = "2" }

[[rule]]
id = "copies"
title = "Two copies of a card"
kind = "copies"
zones = ["ship"]
max = 2
source = { document = "rules-1", section = "3" }

[[rule]]
id = "flag"
title = "Only cards of the captain's flag"
kind = "require"
zones = ["ship"]
must = "not flags or flags & identity.flags"
source = { document = "rules-1", section = "4" }

[[rule]]
id = "banned"
title = "Banned cards"
kind = "list"
max = 0
source = { document = "rules-1", section = "5" }
[[rule.entry]]
card = "Kraken"
from = 2021-01-01

[[rule]]
id = "rare-pair"
title = "One of Cutlass and Pistol"
kind = "list"
cards = ["Cutlass", "Pistol"]
max = 1
together = true
source = { document = "rules-1", section = "6" }

[[rule]]
id = "ages"
title = "Cards of two neighbouring ages"
kind = "span"
zones = ["ship"]
by = "age"
max = 2
wildcard = "'Any' in flags"
source = { document = "rules-1", section = "7" }

[[rule]]
id = "gold"
title = "Ten pieces of gold"
kind = "budget"
zones = ["ship"]
sum = "gold"
max = 10
source = { document = "rules-1", section = "8" }
"""

EXCEPTIONS = """\
[[exception]]
id = "blackbeard"
title = "Blackbeard has twelve pieces of gold"
when = "identity.name == 'Blackbeard'"
rules = ["gold"]
set = { max = 12 }
source = { document = "rules-1", section = "9" }
"""

POOL = """\
game = "harbour"
title = "Harbour cards"
version = 2021-01-01
licence = "invented"

[columns]
id = "text exact"
name = "text"
kind = "text"
flags = "set"
age = "int"
gold = "int"
released = "date"

[printing_columns]
card = "text exact"
set = "text exact"
number = "text exact"

[set_columns]
code = "text exact"
name = "text"
released = "date"

[[invariant]]
id = "kinds"
title = "Captains cost nothing"
where = "kind == 'captain'"
must = "not gold"
"""

CARDS = """\
id,name,kind,flags,age,gold,released
anne,Anne Bonny,captain,Red,,,2020-01-01
blackbeard,Blackbeard,captain,Black,,,2020-01-01
cannon,Cannon,gear,,2,2,2020-01-01
cutlass,Cutlass,gear,,1,1,2020-01-01
kraken,Kraken,beast,Black,3,4,2020-01-01
lookout,Lookout,crew,Red|Black,1,1,2020-01-01
parrot,Parrot,crew,Any,9,0,2020-01-01
pistol,Pistol,gear,,2,1,2020-01-01
rope,Rope,gear,,1,0,2020-01-01
sail,Sail,gear,,1,1,2020-01-01
"""

PRINTINGS = "card,set,number\n" + "".join(
    f"{line.split(',')[0]},B,{number}\n" for number, line in enumerate(CARDS.splitlines()[1:], 1)
)
SETS = "code,name,released\nB,Base,2020-01-01\n"
ALIASES = "alias,card,kind\nGun,pistol,nickname\n"
ERRATA = """\
[[erratum]]
id = "cannon-age"
cards = ["cannon"]
set = { age = 1 }
from = 2020-06-01
source = { document = "rules-1", section = "errata" }
"""

FILES = {
    "formats/harbour/game.toml": GAME,
    "formats/harbour/sources.toml": SOURCES,
    "formats/harbour/open.toml": FORMAT,
    "formats/harbour/exceptions.toml": EXCEPTIONS,
    "cardpools/harbour/pool.toml": POOL,
    "cardpools/harbour/cards.csv": CARDS,
    "cardpools/harbour/printings.csv": PRINTINGS,
    "cardpools/harbour/sets.csv": SETS,
    "cardpools/harbour/aliases.csv": ALIASES,
    "cardpools/harbour/errata.toml": ERRATA,
}


def write_game(folder: Path, changed: Mapping[str, str] | None = None) -> Path:
    """Write the game into a folder, with some files otherwise (an empty text leaves a file out)."""
    for name, text in {**FILES, **(changed or {})}.items():
        path = folder / name
        if text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    return folder


def deck(captain: str, ship: str) -> str:
    """A native deck."""
    return f"Game: harbour\n\n[Captain]\n1 {captain}\n\n[Ship]\n{ship}\n"
