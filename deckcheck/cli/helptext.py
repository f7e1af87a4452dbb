"""What `--help` prints: plain text that reads well in a narrow window and in a wide one."""

from __future__ import annotations

import inspect
import shutil
from collections.abc import Iterable, Sequence
from typing import Any, Final

from typer.core import TyperCommand, TyperGroup

NARROW: Final = 64
"""Below so many columns an explanation stands under what it explains, not beside it."""
MOST: Final = 100
BESIDE: Final = 30
"""Columns that a name may take beside its explanation."""

Rows = Sequence[tuple[str, str]]


def wrapped(text: str, width: int, first: str = "", then: str = "") -> list[str]:
    """A text in lines of at most `width` columns; words are never cut."""
    import textwrap

    return textwrap.wrap(
        text,
        max(width, 20),
        initial_indent=first,
        subsequent_indent=then,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first]


def section(title: str, rows: Rows, width: int) -> list[str]:
    """A list of names with their explanations."""
    if not rows:
        return []
    lines = ["", title]
    wide = min(BESIDE, max(len(name) for name, _ in rows)) + 2
    for name, text in rows:
        if width < NARROW:
            lines += wrapped(name, width, "  ", "    ") + wrapped(text, width, "      ", "      ")
            continue
        under = " " * (wide + 2)
        if len(name) + 2 > wide:
            lines += [f"  {name}", *wrapped(text, width, under, under)]
        else:
            lines += wrapped(text, width, f"  {name:<{wide}}", under)
    return [line.rstrip() for line in lines]


def _option(parameter: Any) -> tuple[str, str]:
    """An option's names with what it takes, and what it does."""
    names = [*sorted((*parameter.opts,), key=len)]
    head = ", ".join(names)
    if parameter.secondary_opts:
        head += f" / {', '.join(parameter.secondary_opts)}"
    takes_value = not (parameter.is_flag or parameter.count)
    if takes_value:
        head += f" {parameter.metavar or (parameter.name or '').upper()}"
    text = parameter.help or ""
    if takes_value and isinstance(parameter.default, (str, int)) and "default" not in text:
        text += f" (default {parameter.default})"
    return head, text


def _document(command: Any, context: Any, groups: Iterable[tuple[str, Rows]]) -> str:
    width = min(MOST, shutil.get_terminal_size((80, 24)).columns)
    pieces = " ".join(command.collect_usage_pieces(context)).replace("{", "").replace("}", "")
    lines = wrapped(f"Usage: {context.command_path} {pieces}", width, "", "    ")
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        lines += ["", *wrapped(" ".join(paragraph.split()), width)]
    for title, rows in groups:
        lines += section(title, rows, width)
    return "\n".join(lines) + "\n"


def _parameters(command: Any, context: Any) -> list[tuple[str, Rows]]:
    shown = [one for one in command.get_params(context) if not getattr(one, "hidden", False)]
    arguments = [
        (one.metavar or one.name.upper(), one.help or "") for one in shown if one.param_type_name == "argument"
    ]
    return [("Arguments", arguments), ("Options", [_option(one) for one in shown if one.param_type_name == "option"])]


class PlainCommand(TyperCommand):
    """A command whose help is plain text."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        formatter.write(_document(self, ctx, _parameters(self, ctx)))


class PlainGroup(TyperGroup):
    """A group of commands whose help is plain text."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, _first(one.help or "")) for name, one in commands if one is not None and not one.hidden]
        formatter.write(_document(self, ctx, [*_parameters(self, ctx), ("Commands", rows)]))


def _first(text: str) -> str:
    """The first paragraph."""
    return " ".join(inspect.cleandoc(text).split("\n\n")[0].split())
