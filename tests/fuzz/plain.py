"""Seeded mutation of the seeds without coverage: quick enough for the normal tests."""

from __future__ import annotations

import itertools
import time
import traceback
from random import Random

from tests.fuzz.targets import TARGETS, seeds

PIECES = (
    b"", b"\n", b"\r", b"\0", b"\xff", b"\xef\xbb\xbf", b"\xff\xfe", b"'", b'"', b"[", b"]", b"{", b"}", b"(", b")",
    b":", b",", b"|", b"#", b"-", b"9" * 30, b"0", b"-1", b"1e999", b"&a *a", b"!!python/object", b"<!DOCTYPE a>",
    b"]]>",
    b"\xe2\x80\xae", b"\xf0\x9f\x98\x80", b"[Ship]", b"[Captain]", b" x2", b"= ", b"== ", b" and ", b"not ",
    b".__class__",
)  # fmt: skip


def mutated(rng: Random, data: bytes, other: bytes) -> bytes:
    """A few changes: bytes flipped, pieces put in, taken out, doubled, or crossed with another input."""
    for _ in range(rng.choice((1, 1, 2, 4, 8))):
        at, end = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
        end = min(end, at + 40)
        kind = rng.randrange(6)
        if kind == 0 and at < len(data):
            data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        elif kind == 1:
            data = data[:at] + rng.choice(PIECES) + data[at:]
        elif kind == 2:
            data = data[:at] + data[end:]
        elif kind == 3:
            data = data[:end] + data[at:end] * rng.choice((1, 2, 40)) + data[end:]
        elif kind == 4:
            data = data[:at] + rng.choice(PIECES) + data[end:]
        else:
            data = data[:at] + other[-rng.randrange(1, 60) :] + data[end:]
    return data[:20_000]


def hammer(target: str, *, seconds: float = 0, runs: int = 0, seed: int = 0) -> tuple[int, int, str]:
    """Feed mutated seeds for a time or a number of runs: executions, crashes, and the first crash's trace."""
    rng, start, pool = Random(f"{target} {seed}"), time.monotonic(), list(seeds(target))
    for number in itertools.count():
        if number >= runs and time.monotonic() - start >= seconds:
            return number, 0, ""
        data = pool[number] if number < len(pool) else mutated(rng, rng.choice(pool), rng.choice(pool))
        try:
            TARGETS[target](data)
        except Exception:
            return number, 1, f"{data!r}\n{traceback.format_exc()}"
    raise AssertionError
