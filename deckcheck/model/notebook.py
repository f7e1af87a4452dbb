"""The report on one deck as a piece of HTML, as notebooks show it: no script, no style sheet, everything escaped."""

from __future__ import annotations

from collections.abc import Sequence

from deckcheck.model.finding import Finding, Verdict

MOST_ROWS = 200
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def html_of(verdict: Verdict, who: str, head: str, findings: Sequence[Finding]) -> str:
    """Verdict, format, date and a table of the findings, the first 200 of them."""
    parts = [f"<p><b>{verdict.value}</b> {_shown(who)} <small>{_shown(head)}</small></p>"]
    rows = [_row(item) for item in findings[:MOST_ROWS]]
    if rows:
        titles = "".join(f"<th>{title}</th>" for title in ("severity", "line", "finding", "rule", "remedy"))
        parts.append(f"<table><tr>{titles}</tr>{''.join(rows)}</table>")
    left_out = len(findings) - len(rows)
    if left_out:
        parts.append(f"<p>and {left_out:,} more findings</p>")
    return "\n".join(parts)


def _row(item: Finding) -> str:
    severity = item.severity.value if item.suppressed is None else f"suppressed {item.severity.value}"
    where = str(item.location.line) if item.location else ""
    rule = f"{item.rule}: {item.source}" if item.source else item.rule
    cells = (severity, where, item.message, rule, item.help or "")
    return f"<tr>{''.join(f'<td>{_shown(cell)}</td>' for cell in cells)}</tr>"


def _shown(text: str) -> str:
    """Text that shows as itself; what cannot be seen or printed becomes an escape such as `\\x1b`."""
    seen = (sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in text)
    return "".join(seen).translate(_ESCAPES)
