"""`html`: the run as one page without scripts or network; what folds is folded by the browser itself."""

from __future__ import annotations

from typing import TextIO

from deckcheck.model.finding import Finding
from deckcheck.model.report import DeckReport, Report
from deckcheck.reporters.base import RenderOptions, Tally
from deckcheck.reporters.snippet import snippet
from deckcheck.reporters.spool import Spool
from deckcheck.reporters.words import deck_label, provenance, rule_words, totals, verdict_words, visible

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_STYLE = """
:root { color-scheme: light dark; --error: #b3261e; --warning: #8a5a00; --info: #0b57d0; --legal: #146c2e }
@media (prefers-color-scheme: dark) {
  :root { --error: #ff8a80; --warning: #ffcc66; --info: #8ab4f8; --legal: #81c995 }
}
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
details { border-left: .3rem solid; padding: .2rem .8rem; margin: .5rem 0 }
summary { cursor: pointer; overflow-wrap: anywhere }
pre { overflow-x: auto; margin: .3rem 0 }
dl { display: grid; grid-template-columns: max-content auto; gap: 0 1rem; margin: .2rem 0 1rem }
dd { margin: 0; overflow-wrap: anywhere }
.illegal, .unreadable, .error { color: var(--error) }
.legal { color: var(--legal) } .warning { color: var(--warning) } .info, .suppressed { color: var(--info) }
.plain { color: CanvasText } .small { font-size: .85em }
@media print { details::details-content { content-visibility: visible; height: auto } }
"""
_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>deckcheck</title>
<style>{style}</style>
</head>
<body>
"""


def escaped(text: str) -> str:
    """Text for an element or an attribute."""
    # a CI runner's log would obey a line that starts with two colons
    return visible(text).translate(_ESCAPES).replace("::", ":&#58;")


class HtmlReporter:
    """For reading in a browser and for keeping: decks that are not legal are open, the others folded."""

    name = "html"

    def start(self, out: TextIO, options: RenderOptions) -> None:
        self._out, self._options, self._tally, self._decks = out, options, Tally(), Spool()

    def deck(self, report: DeckReport) -> None:
        self._tally.add(report)
        verdict = report.verdict.value
        opened = " open" if report.findings and verdict != "legal" else ""
        who = ", ".join(text for text in (report.player, report.name) if text)
        parts = [
            f'<details class="{verdict}"{opened}>',
            f"<summary><b>{escaped(deck_label(report))}</b>: {escaped(verdict_words(report))}</summary>",
            '<div class="plain">',
            f"<p>{escaped(who)}</p>" if who else "",
            *(_finding(report, item) for item in report.findings),
            f'<p class="small">{escaped(provenance(report, hashes=True))}</p>',
            "</div>",
            "</details>\n",
        ]
        self._decks.write("\n".join(part for part in parts if part))

    def finish(self, report: Report) -> None:
        self._out.write(_HEAD.replace("{style}", _STYLE))
        self._out.write(f"<h1>deckcheck</h1>\n<p>{escaped(totals(self._tally, report))}</p>\n")
        if self._tally.rules:
            rows = [
                f"<dt>{number:,} {escaped(rule)}</dt><dd>{escaped(self._tally.rule_texts.get(rule, ''))}</dd>"
                for rule, number in self._tally.by_frequency()
            ]
            listed = "\n".join(rows)
            self._out.write(f"<details><summary>findings per rule</summary>\n<dl>\n{listed}\n</dl>\n</details>\n")
        self._decks.copy_to(self._out)
        if report.skipped:
            skipped = "\n".join(f"<li>{escaped(item.path)}: {escaped(item.reason)}</li>" for item in report.skipped)
            self._out.write(f"<details><summary>skipped files</summary>\n<ul>\n{skipped}\n</ul>\n</details>\n")
        self._out.write(f'<p class="small">deckcheck {escaped(self._options.version)}</p>\n</body>\n</html>\n')


def _finding(report: DeckReport, item: Finding) -> str:
    kind = item.severity.value if item.suppressed is None else "suppressed"
    place = f" (line {item.location.line})" if item.location else ""
    lines = [f'<p><b class="{kind}">{kind}[{escaped(item.rule)}]</b> {escaped(item.message)}{place}</p>']
    shown = snippet(report.lines, item.location, item.related, 100).lines
    if shown:
        lines.append("<pre>" + "\n".join(escaped(text) for _, text in shown) + "</pre>")
    details = [("rule", rule_words(item)), ("help", item.help), ("suppressed", item.suppressed)]
    details += [("note", note) for note in item.notes]
    rows = [f"<dt>{key}</dt><dd>{escaped(text)}</dd>" for key, text in details if text]
    if rows:
        lines.append(f"<dl>{''.join(rows)}</dl>")
    return "\n".join(lines)
