"""`--show-settings`: what is set, and by what."""

from __future__ import annotations

from typing import Any

from deckcheck.data.literal import literal
from deckcheck.policy.settings import Flags, Local
from deckcheck.reporters.words import visible


def settings_text(local: Local, flags: Flags) -> str:
    """The settings of a folder as TOML lines, each with where it comes from."""
    values, path = local.configuration.values, local.configuration.path
    rows: list[tuple[str, Any, Any, bool]] = [
        ("format", list(local.formats), local.configuration.formats, bool(flags.formats)),
        ("as-of", local.as_of, values.as_of, flags.as_of is not None),
        ("data", _texts(*flags.data, *local.configuration.data_folders), values.data, bool(flags.data)),
        ("select", list(local.selection.select), values.select, bool(flags.select)),
        ("ignore", list(local.selection.ignore), values.ignore, bool(flags.ignore)),
        ("strict", local.strict, values.strict, flags.strict is not None),
        ("exclude", [*flags.exclude, *values.exclude], values.exclude, bool(flags.exclude)),
        ("output-format", flags.output_format or values.output_format or "full", values.output_format,
         flags.output_format is not None),
        ("report", list(flags.report or local.report), values.report, bool(flags.report)),
        ("baseline", str(local.baseline_path) if local.baseline_path else None, values.baseline,
         flags.baseline is not None),
    ]  # fmt: skip
    lines = [f"# configuration: {path or 'none'}"]
    for key, value, configured, by_flag in rows:
        if value is None or value == []:
            lines.append(f"# {key} is not set")
            continue
        source = "flag" if by_flag else str(path) if path and configured else "default"
        lines.append(f"{key} = {literal(value)}  # {source}")
    for item in values.exception:
        where = ", ".join(item.patterns) or "every deck"
        until = f", until {item.until}" if item.until else ""
        lines.append(f"# exception: {item.rule} in {where}{until}: {item.reason}")
    return visible_lines(lines)


def visible_lines(lines: list[str]) -> str:
    """Lines without anything that a terminal acts on."""
    return "".join(f"{visible(line)}\n" for line in lines)


def _texts(*paths: object) -> list[str]:
    return [str(path) for path in paths]
