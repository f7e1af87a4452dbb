"""Mutation of code: `python -m tests.mutation_code --sample 100` spoils the engine in one place at a time.

A copy of the package stands in a folder of its own; each mutant is one changed operator, number, truth value or return
in the files below, and counts as killed when a test fails. The quick tests run first, all tests of the engine and the
games only for what they let through. Without --sample every mutant is tried, which takes hours.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.paths import ROOT

FILES = tuple(
    path.relative_to(ROOT).as_posix()
    for package in ("rules", "conditions", "judge", "names", "cards")
    for path in sorted((ROOT / "deckcheck" / package).glob("*.py"))
)
QUICK = (
    "tests/rules",
    "tests/judge",
    "tests/cards",
    "tests/conditions",
    "tests/names",
    "tests/oracle/test_regressions.py",
)
FULL = (
    "tests/oracle",
    "tests/games",
    "tests/rules",
    "tests/judge",
    "tests/repair",
    "tests/deckfiles",
    "tests/explain",
)
LEFT_OUT = ()
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.Break: ast.Continue, ast.Continue: ast.Break,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change of one file: where, what, and the text of the file with it."""

    file: str
    line: int
    change: str
    text: str


def mutants(file: str) -> Iterator[Mutant]:
    """Every mutant of a file, in its order."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    skipped = {id(inner) for node in ast.walk(tree) for part in annotations(node) for inner in ast.walk(part)}
    for number, node in enumerate(ast.walk(tree)):
        if id(node) not in skipped:
            for change, spoil in changes(node):
                changed = copy.deepcopy(tree)
                spoil(next(inner for at, inner in enumerate(ast.walk(changed)) if at == number))
                yield Mutant(file, getattr(node, "lineno", 0), change, ast.unparse(changed))


def annotations(node: ast.AST) -> Iterator[ast.AST]:
    """Parts that do nothing when the program runs."""
    for name in ("annotation", "returns"):
        if isinstance(getattr(node, name, None), ast.AST):
            yield getattr(node, name)
    if isinstance(node, (ast.Raise, ast.Assert, ast.JoinedStr)):
        yield node


def changes(node: ast.AST) -> Iterator[tuple[str, object]]:
    """What can be spoilt at a node: (what, the function that does it)."""
    if isinstance(node, ast.Compare):
        for at, op in enumerate(node.ops):
            if type(op) in SWAPS:
                other = SWAPS[type(op)]
                yield f"{type(op).__name__} -> {other.__name__}", lambda n, at=at, to=other: n.ops.__setitem__(at, to())
    elif isinstance(node, (ast.BoolOp, ast.BinOp)) and type(node.op) in SWAPS:
        other = SWAPS[type(node.op)]
        yield f"{type(node.op).__name__} -> {other.__name__}", lambda n, to=other: setattr(n, "op", to())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield (
            "not x -> x",
            lambda n: (setattr(n, "op", ast.Not()), setattr(n, "operand", ast.UnaryOp(ast.Not(), n.operand))),
        )
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield f"{node.value} -> {not node.value}", lambda n: setattr(n, "value", not n.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield f"{node.value} -> {node.value + 1}", lambda n: setattr(n, "value", n.value + 1)
    elif isinstance(node, ast.Return) and node.value is not None and not is_none(node.value):
        yield "return None", lambda n: setattr(n, "value", ast.Constant(None))


def is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


class Bench:
    """A copy of the repository in which one file at a time is spoilt."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("deckcheck", "tests"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in (
            "formats",
            "cardpools",
            "examples",
            "docs",
            "benchmarks",
            "pyproject.toml",
            "README.md",
            "SECURITY.md",
            "action.yml",
        ):
            if (ROOT / name).exists():
                (folder / name).symlink_to(ROOT / name)
        full = [str(path.relative_to(ROOT)) for pattern in FULL for path in sorted(ROOT.glob(pattern))]
        left_out = {str(path.relative_to(ROOT)) for pattern in LEFT_OUT for path in ROOT.glob(pattern)}
        self.full = [path for path in full if path not in left_out]

    def passes(self, tests: list[str]) -> bool:
        """Whether the tests pass in the copy; endless ones fail."""
        environment = os.environ | {"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        environment.setdefault("DECKCHECK_CASES", str(ROOT.parent / "shared" / "cases"))
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        try:
            done = subprocess.run(
                command, cwd=self.folder, env=environment, capture_output=True, timeout=600, check=False
            )
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0

    def survives(self, mutant: Mutant) -> bool:
        """Whether no test fails with the mutant in place."""
        target = self.folder / mutant.file
        target.write_text(mutant.text, encoding="utf-8")
        try:
            return self.passes(list(QUICK)) and self.passes(self.full)
        finally:
            shutil.copyfile(ROOT / mutant.file, target)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation_code", description=__doc__.splitlines()[0])
    parser.add_argument("--sample", type=int, default=0, help="so many mutants, drawn by the seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--file", action="append", choices=FILES)
    options = parser.parse_args()
    everything = [mutant for file in options.file or FILES for mutant in mutants(file)]
    drawn = Random(options.seed).sample(everything, options.sample) if options.sample else everything
    print(f"{len(everything)} mutants, {len(drawn)} tried")
    start, survivors = time.monotonic(), []
    with tempfile.TemporaryDirectory(prefix="deckcheck-mutants-") as folder:
        bench = Bench(Path(folder))
        if not bench.passes([*QUICK, *bench.full]):
            print("the tests fail without any mutant")
            return 2
        for number, mutant in enumerate(drawn, 1):
            if bench.survives(mutant):
                survivors.append(mutant)
                print(f"  survived ({number}): {mutant.file}:{mutant.line}: {mutant.change}", flush=True)
    killed = len(drawn) - len(survivors)
    print(f"{killed} of {len(drawn)} killed ({killed / len(drawn):.1%}), {time.monotonic() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
