"""The shared Supershow cases agree with their manifests: verdict, findings, severities, what they point at."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.cases import Runner, cases_folder


@pytest.mark.parametrize("manifest", ["micro", "lists", "readers", "locked"])
def test_shared_cases(manifest: str) -> None:
    folder = cases_folder()
    if folder is None:
        pytest.skip("no shared cases here: set DECKCHECK_CASES to their folder")
    outcomes = list(Runner(folder).run(f"supershow/{manifest}"))
    table = Counter((outcome.rule, outcome.result) for outcome in outcomes)
    for (rule, result), number in sorted(table.items()):
        print(f"{rule:8} {result:12} {number:4}")
    assert outcomes
    assert [(item.case, item.why) for item in outcomes if item.result != "right"] == []
