"""Every crash ever found stays fixed, and a few hundred mutated inputs per target crash nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.plain import hammer
from tests.fuzz.targets import TARGETS

CRASHES = sorted(path for path in (Path(__file__).parent / "crashes").iterdir() if path.suffix == ".bin")


@pytest.mark.parametrize("path", CRASHES, ids=lambda path: path.stem)
def test_found_crash(path: Path) -> None:
    """Files are named TARGET-what.bin."""
    TARGETS[path.stem.partition("-")[0]](path.read_bytes())


@pytest.mark.parametrize(("target", "runs"), [("readers", 150), ("conditions", 400), ("loader", 60), ("reporters", 60)])
def test_mutated_inputs(target: str, runs: int) -> None:
    _, crashes, trace = hammer(target, runs=runs)
    assert not crashes, trace
