"""`--show-settings`: what is set, and by what."""

from __future__ import annotations

import json
from typing import Any

from deckcheck.reporters.words import visible
from deckcheck.screening import Flags, Local


def settings_text(local: Local, flags: Flags) -> str:
    """The settings of a folder as TOML lines, each with where it comes from."""
    values, path = local.configuration.values, local.configuration.path
    origin = str(path) if path else "default"
    rows: list[tuple[str, Any, bool]] = [
        ("format", list(local.formats), bool(flags.formats)),
        ("as-of", local.as_of, flags.as_of is not None),
        ("data", [str(folder) for folder in (*flags.data, *local.configuration.data_folders)], bool(flags.data)),
        ("select", list(local.selection.select), bool(flags.select)),
        ("ignore", list(local.selection.ignore), bool(flags.ignore)),
        ("strict", local.strict, flags.strict is not None),
        ("exclude", [*flags.exclude, *values.exclude], bool(flags.exclude)),
        ("output-format", flags.output_format or values.output_format or "full", flags.output_format is not None),
        ("report", list(flags.report) or values.report, bool(flags.report)),
        ("baseline", str(local.baseline_path) if local.baseline_path else None, flags.baseline is not None),
    ]
    stated = set(values.__struct_fields__) if path else set()
    lines = [f"# configuration: {path or 'none'}"]
    for key, value, by_flag in rows:
        source = "flag" if by_flag else origin if key.replace("-", "_") in stated and value else "default"
        shown = "# (not set)" if value is None or value == [] else _toml(value)
        lines.append(f"{key} = {shown}  # {source}" if not shown.startswith("#") else f"# {key} is not set")
    for item in values.exception:
        where = ", ".join(item.patterns) or "every deck"
        until = f", until {item.until}" if item.until else ""
        lines.append(f"# exception: {item.rule} in {where}{until}: {item.reason}")
    return visible_lines(lines)


def visible_lines(lines: list[str]) -> str:
    """Lines without anything that a terminal acts on."""
    return "".join(f"{visible(line)}\n" for line in lines)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value) if isinstance(value, str) else str(value)
