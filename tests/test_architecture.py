"""The shape of the code: games stay out of the engine, and imports go one way."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.paths import ROOT

PACKAGE = ROOT / "deckcheck"
MODULES = sorted(PACKAGE.rglob("*.py"))

# Game ids, zone names, identity words and trait words of the three games; ordinary English words that are also card
# names (strike, finish, hero's plain senses in other words) are not here.
GAME_WORDS = (
    "raw-deal|raw_deal|supershow|wow-tcg|wow_tcg|warcraft|superstar|backlash|arsenal|backstage|pre-?match|mid-?match|"
    "fortitude|heel|smackdown|throwback|competitor|spectacle|gimmick|scallywag|crowd.?meter|entrance|tornado|grapple|"
    "horde|alliance|azeroth|traitor|scourge|paladin|warlock|shaman|talent|reputation|enforcer|hero(es)?"
)

# Layers from the bottom up; a module may import its own layer and those below it.
LAYERS = (
    ("errors", "limits"),
    ("model", "schema"),
    ("conditions",),
    ("rules",),
    ("data",),
    ("cards",),
    ("names",),
    ("deckfiles",),
    ("judge",),
    ("policy", "reporters", "importers"),
    ("explain", "authoring", "repair"),
    ("audit",),
    ("api",),
    ("cli", "lsp", "site"),
    ("__main__",),
)
LEVEL = {name: number for number, layer in enumerate(LAYERS) for name in layer}


def test_no_game_stands_in_the_engine() -> None:
    word = re.compile(rf"\b({GAME_WORDS})\b", re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match[0]}"
        for path in MODULES
        if "importers" not in path.parts  # these read the files of card databases, each of one game
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for match in word.finditer(line)
    ]
    assert found == []


def imported(path: Path) -> set[str]:
    """The modules of the package that a module imports at run time, by their first name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and isinstance(block.test, ast.Name) and block.test.id == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    names = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.ImportFrom)
            and node not in typing_only
            and (node.module or "").startswith("deckcheck.")
        ):
            names.add((node.module or "").split(".")[1])
    return names


def test_every_module_stands_on_a_layer() -> None:
    assert {path.relative_to(PACKAGE).with_suffix("").parts[0] for path in MODULES} <= {*LEVEL, "__init__"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_go_down(path: Path) -> None:
    own = path.relative_to(PACKAGE).with_suffix("").parts[0]
    if own == "__init__":  # the public face loads what is asked for
        return
    above = {name for name in imported(path) if LEVEL[name] > LEVEL[own]}
    assert above == set()


def test_rule_kinds_are_registered_and_documented() -> None:
    from deckcheck.rules import KINDS

    assert list(KINDS) == ["count", "copies", "require", "forbid", "agree", "span", "slots", "list", "budget", "lock"]
    for kind in KINDS.values():
        module = __import__(kind.__module__, fromlist=["x"])
        assert f"`{kind.NAME}`" in (module.__doc__ or "")
        assert kind.NAME in ("count", "list") or "Passes:" in (module.__doc__ or "")


def test_nothing_dangerous_is_called() -> None:
    banned = re.compile(r"(?<![\w.])(eval|exec)\(|\bpickle\b|yaml\.load\(|shell=True")
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in PACKAGE.rglob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if banned.search(line) and '"""' not in line
    ]
    assert found == []


# circles that are still to go
CIRCLES: list[list[str]] = [
    [
        "deckcheck.deckfiles.readers.rows",
        "deckcheck.deckfiles.readers.sections",
        "deckcheck.deckfiles.readers.weighing",
    ],
]


def arrows() -> dict[str, set[str]]:
    """Which module imports which, at run time, when called, or for types only."""
    names = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        names[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    found: dict[str, set[str]] = {}
    for name, path in names.items():
        found[name] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("deckcheck."):
                for item in node.names:
                    inner = f"{node.module}.{item.name}"
                    found[name].add(inner if inner in names else node.module or "")
    return found


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules each of which leads to all others of its group."""
    reach: dict[str, set[str]] = {}
    for start in graph:
        seen: set[str] = set()
        todo = [start]
        while todo:
            for name in graph.get(todo.pop(), ()):
                if name not in seen:
                    seen.add(name)
                    todo.append(name)
        reach[start] = seen
    groups = {
        frozenset(other for other in reach[name] if name in reach[other]) for name in graph if name in reach[name]
    }
    return sorted(sorted(group) for group in groups)


def test_no_module_leads_back_to_itself() -> None:
    assert circles(arrows()) == CIRCLES
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == [["b", "c"]]


def test_few_modules_stand_at_the_top() -> None:
    assert len(list(PACKAGE.glob("*.py"))) <= 6
