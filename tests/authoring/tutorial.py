"""Runs the blocks of docs/your-own-game.md: files are written, commands run, their output compared."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner

from deckcheck.cli.app import make_app
from deckcheck.errors import DeckcheckError

FENCE = re.compile(r"^```(\w+)(?: +(\S+))?(?: +(\w+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """One fenced block: its language, the file it stands for, how it is written, and its text."""

    language: str
    file: str | None
    how: str | None
    text: str


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a document, in order."""
    return [Block(*found) for found in FENCE.findall(text)]


def run(block: Block, folder: Path) -> Iterator[tuple[str, str, str]]:
    """Write the block's file, or run its commands: the command, what the document says, what came out."""
    if block.file:
        path = folder / block.file
        path.parent.mkdir(parents=True, exist_ok=True)
        old = path.read_text(encoding="utf-8") if block.how == "more" else ""
        path.write_text(old + ("\n" if old else "") + block.text, encoding="utf-8", newline="\n")
    if block.language != "console":
        return
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        yield command, expected.strip(), output(shlex.split(command)[1:]).strip()


def output(arguments: list[str]) -> str:
    """What a command prints."""
    result = CliRunner().invoke(make_app(), arguments)
    if isinstance(result.exception, DeckcheckError):
        return f"error: {result.exception}"
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return "\n".join(line.rstrip() for line in result.stdout.splitlines())


def agrees(expected: str, found: str) -> bool:
    """Whether output is as the document says; a line of three dots stands for any lines."""
    pattern = r".*".join(re.escape(part.strip("\n")) for part in re.split(r"^\.\.\.$", expected, flags=re.MULTILINE))
    return re.fullmatch(pattern, found, re.DOTALL) is not None
