"""Authored TOML in, validated models out; every fault is a DataError with file, line and suggestion."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import tomli

from deckcheck.data.guard import read_regular
from deckcheck.errors import DataError

MAX_BYTES: Final = 8_000_000
MAX_LISTED: Final = 60
MAX_FAULTS: Final = 500
_HUGE: Final = re.compile(r"(?<![\w.'\x22-])[+-]?[0-9][0-9_]{40,}(?![\w.-])")


class Authored(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    dict=True,
    rename={"from_": "from", "class_": "class", "is_": "is"},
):
    """Base of all authored models: unknown keys are refused, values never change after loading."""

    def settle(self, **values: Any) -> None:
        """Set a field while the model is being built (short spellings become long ones)."""
        for name, value in values.items():
            msgspec.structs.force_setattr(self, name, value)


M = TypeVar("M", bound=Authored)


def read_toml(path: Path, shown: str) -> tuple[dict[str, Any], str]:
    """The parsed file and its text. `shown` is the path for messages. Raises DataError for anything unreadable."""
    try:
        text = read_regular(path, MAX_BYTES, shown).decode("utf-8-sig")
    except FileNotFoundError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", shown) from error
    except UnicodeDecodeError as error:
        raise DataError("is not UTF-8", shown, help="save the file as UTF-8") from error
    return parse_toml(text, shown), text


def parse_toml(text: str, shown: str) -> dict[str, Any]:
    """Parse TOML text, with the line of a syntax fault. Raises DataError."""
    huge = _HUGE.search(text)
    if huge:
        raise DataError("a number of more than 40 digits", shown, text.count("\n", 0, huge.start()) + 1)
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column \d+\)", str(error))
        message = re.sub(r" \(at .*\)$", "", str(error))
        raise DataError(f"is no TOML: {message}", shown, int(found[1]) if found else 0) from error
    except RecursionError as error:
        raise DataError("is nested too deeply", shown) from error


def literal(value: Any) -> str:
    """A value as TOML writes it, on one line."""
    import tomli_w

    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    return tomli_w.dumps({"x": value}).removeprefix("x = ").rstrip("\n")


def validate(model: type[M], data: Mapping[str, Any], shown: str, text: str) -> M:
    """Check `data` against `model`; the first fault becomes a DataError at its line."""
    try:
        return msgspec.convert(data, model)
    except msgspec.ValidationError as error:
        raise faults(model, data, shown, text, error, 1)[0] from error


def faults(
    model: type[Authored],
    data: Mapping[str, Any],
    shown: str,
    text: str,
    error: msgspec.ValidationError,
    most: int = MAX_FAULTS,
) -> list[DataError]:
    """Every table's fault as a DataError, in file order (msgspec stops at the first of a whole file); of one kind of
    table `most` at most, since finding each line takes a look at the whole file."""
    found: list[DataError] = []
    for field in msgspec.structs.fields(model):
        value = data.get(field.encode_name)
        inner = _tables_in(field.type)
        if inner is None or value is None:
            continue
        named: Iterable[tuple[str | int, Any]] = (
            enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
        )
        before = len(found)
        for key, table in named:
            if len(found) - before >= most:
                break
            try:
                msgspec.convert(table, inner)
            except msgspec.ValidationError as fault:
                found.append(_fault(fault, (field.encode_name, key), inner, shown, text))
    return sorted(found, key=lambda fault: fault.line) or [_fault(error, (), model, shown, text)]


def _fault(error: msgspec.ValidationError, at: tuple[str | int, ...], model: Any, shown: str, text: str) -> DataError:
    message, _, place = str(error).partition(" - at `$")
    path = [*at, *(int(i) if i else name for name, i in re.findall(r"\.?([^.\[\]`]+)|\[(\d+)\]", place.rstrip("`")))]
    unknown = re.match(r"Object contains unknown field `(.*)`", message, re.DOTALL)
    missing = re.match(r"Object missing required field `(.*)`", message, re.DOTALL)
    where = _table(path) or "the file"
    if unknown:
        known = _keys_at(model, path[len(at) :])
        return DataError(
            f"unknown key {unknown[1]!r} in {where}",
            shown,
            line_of(text, [*path, unknown[1]]),
            _suggest(unknown[1], known),
        )
    if missing:
        return DataError(f"{where} lacks the key {missing[1]!r}", shown, line_of(text, path))
    message = f"{message[:1].lower()}{message[1:]}"
    return DataError(f"{'.'.join(map(str, path))}: {message}" if path else message, shown, line_of(text, path))


def _tables_in(annotation: Any) -> Any:
    """The model of the tables in a list or dict of tables, or None."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (list, dict) and arguments and _model_in(arguments[-1]) is not None:
        return arguments[-1]
    return None


def line_of(text: str, location: Sequence[str | int]) -> int:
    """The line (from 1) where the table or key at `location` stands in TOML text; 0 if it cannot be told."""
    lines = text.splitlines()
    start, end, path, prefix = 0, len(lines), list(location), ""
    while path:
        name = str(path.pop(0))
        header = f"{prefix}.{name}" if prefix else name
        index = path.pop(0) if path and isinstance(path[0], int) else 0
        span = _find_table(lines, header, int(index), start, end)
        if span is None:
            if path and _has_below(lines, header, start, end):  # [zones.deck] without a [zones] of its own
                prefix = header
                continue
            at = _find_key(lines, name, start, end)
            return at + 1 if at is not None else (start + 1 if prefix else 0)
        (start, end), prefix = span, header
    return start + 1


def _has_below(lines: Sequence[str], header: str, start: int, end: int) -> bool:
    """Whether a table inside `header` has a line of its own."""
    pattern = re.compile(r"\s*\[+\s*" + r"\s*\.\s*".join(map(re.escape, header.split("."))) + r"\s*\.")
    return any(pattern.match(line) for line in lines[start:end])


def _find_table(lines: Sequence[str], header: str, index: int | None, start: int, end: int) -> tuple[int, int] | None:
    """The lines of the `index`th `[[header]]` (or of `[header]`) within start..end."""
    pattern = re.compile(r"\s*\[+\s*" + r"\s*\.\s*".join(map(re.escape, header.split("."))) + r"\s*\]+\s*(#.*)?$")
    wanted = index or 0
    for number in range(start, end):
        if pattern.match(lines[number]):
            if wanted == 0:
                return number, _table_end(lines, header, number + 1, end)
            wanted -= 1
    return None


def _table_end(lines: Sequence[str], header: str, start: int, end: int) -> int:
    """Where the next table begins that does not belong to `header`."""
    for number in range(start, end):
        found = header_of(lines[number])
        if found and not found.startswith(header + "."):
            return number
    return end


def header_of(line: str) -> str:
    """The name of the table that a line begins, as written between its brackets; empty where it begins none."""
    text = line.lstrip()
    if not text.startswith("["):
        return ""
    name, bracket, rest = text.lstrip("[").partition("]")
    rest = rest.lstrip("]").lstrip()
    return name.strip() if bracket and (not rest or rest.startswith("#")) else ""


def lines_of_tables(text: str, name: str) -> list[int]:
    """The lines (from 1) of all `[[name]]` in order, found in one go."""
    return [number for number, line in enumerate(text.splitlines(), 1) if "[" in line and header_of(line) == name]


def _find_key(lines: Sequence[str], name: str, start: int, end: int) -> int | None:
    # each start takes the blanks behind itself and no others, so that a long line costs its length
    pattern = re.compile(rf"(?:^|[{{,])\s*[\"']?{re.escape(name)}[\"']?\s*=")
    return next((number for number in range(start, end) if pattern.search(lines[number])), None)


def _table(location: Sequence[str | int]) -> str:
    named = [part for part in location if isinstance(part, str)]
    return f"[{'.'.join(named)}]" if named else ""


def _keys_at(model: Any, location: Iterable[str | int]) -> list[str]:
    """The keys a table at this location may have; empty where the models do not say."""
    current = _model_in(model)
    for part in location:
        if current is None or isinstance(part, int):
            continue
        field = next((f for f in msgspec.structs.fields(current) if part == f.encode_name), None)
        current = _model_in(field.type) if field is not None else None
    return [field.encode_name for field in msgspec.structs.fields(current)] if current else []


def _model_in(annotation: Any) -> type[Authored] | None:
    if isinstance(annotation, type) and issubclass(annotation, Authored):
        return annotation
    for inner in typing.get_args(annotation):
        found = _model_in(inner)
        if found is not None:
            return found
    return None


def _suggest(name: str, known: Sequence[str]) -> str | None:
    import difflib

    near = difflib.get_close_matches(name, known, 1)
    if near:
        return f"did you mean {near[0]!r}?"
    return f"known: {', '.join(known)}" if 0 < len(known) <= MAX_LISTED else None


def suggest(name: str, known: Iterable[str]) -> str | None:
    """A remedy for a misspelt name: the nearest known one, or the list where it is short."""
    return _suggest(name, list(known))
