"""The values that options take, as their help tells them: a test compares them with what there is."""

from __future__ import annotations

from typing import Final

FROM: Final = (
    "how to read: native, toml, json, yaml, csv, markdown, html, octgn, lackey, lackey-text, mwdeck, decktools "
    "or list (default: found by content)"
)
PRINT: Final = (
    "how to print: full, concise, json, jsonl, sarif, junit, github, gitlab, markdown, csv or html (default full)"
)
