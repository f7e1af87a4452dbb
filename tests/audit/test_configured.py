"""Which configuration an audit obeys: the organizer's, never one that was handed in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.audit.conftest import ILLEGAL, LEGAL, results, verdicts, write

IGNORING = 'ignore = ["*"]\nexclude = ["b.txt"]\nselect = ["nothing"]\n[audit]\nout = "../stolen"\n'


@pytest.fixture
def run(event: Path, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    from deckcheck.__main__ import run

    def called(*arguments: str) -> tuple[int, str]:
        capsys.readouterr()
        return run(["audit", *arguments]), capsys.readouterr().err

    return called


@pytest.mark.parametrize("name", ["deckcheck.toml", "pyproject.toml"])
@pytest.mark.parametrize("content", ["", "broken = ["])
def test_a_configuration_that_was_handed_in_decides_nothing(event: Path, run, name: str, content: str) -> None:  # type: ignore[no-untyped-def]
    text = content or ("[tool.deckcheck]\n" + IGNORING.replace("[audit]", "[tool.deckcheck.audit]"))
    if name == "deckcheck.toml":
        text = content or IGNORING
    elif content:
        text = "tool.deckcheck = ["
    write(event, {"a.txt": LEGAL, "b.txt": ILLEGAL, f"sub/{name}": text, name: text})
    code, error = run("in", "--out", "out")
    assert (code, error) == (1, "")
    assert {key: verdicts(event)[key] for key in ("a.txt", "b.txt")} == {"a.txt": "legal", "b.txt": "illegal"}
    # also where the organizer stands in that folder, which is said
    os.chdir(event / "in")
    code, error = run(".", "--out", "../out2")
    assert code == 1
    assert error == f"{event / 'in' / name} lies in a judged folder and is not used; name it with --config to use it\n"
    assert verdicts(event, "out2")["b.txt"] == "illegal"
    os.chdir(event / "in" / "sub")
    code, error = run("..", "--out", "../../out3")
    assert (code, error.count("is not used")) == (1, 2)
    assert not (event / "stolen").exists()


def test_the_organizer_s_configuration(event: Path, run) -> None:  # type: ignore[no-untyped-def]
    write(event, {"a.txt": LEGAL, "b.txt": ILLEGAL, "deckcheck.toml": 'ignore = ["copies"]\n'})
    (event / "deckcheck.toml").write_text('ignore = ["size"]\n')
    code, error = run("in/a.txt", "in/b.txt", "--out", "out")
    assert (code, error) == (1, f"{event / 'deckcheck.toml'} ignores size\n")
    code, error = run("in/a.txt", "in/b.txt", "--out", "out", "--config", "in/deckcheck.toml", "--force")
    assert (code, error) == (0, "in/deckcheck.toml ignores copies\n")
    assert [item["verdict"] for item in results(event)] == ["legal", "legal"]


def test_a_configured_out_stays_in_its_folder(event: Path, run) -> None:  # type: ignore[no-untyped-def]
    write(event, {"a.txt": LEGAL})
    (event / "deckcheck.toml").write_text('[audit]\nout = "../elsewhere"\n')
    code, error = run("in")
    assert code == 2
    assert "elsewhere\" would be written outside of the configuration's folder" in error
    assert not (event.parent / "elsewhere").exists()
    assert run("in", "--out", "out")[0] == 0
    (event / "deckcheck.toml").write_text('[audit]\nout = "here"\n')
    assert run("in")[0] == 0
    assert (event / "here" / "results.jsonl").is_file()


@pytest.mark.parametrize("flags", [("--ignore", "*"), ("--select", "other/*")])
def test_a_selection_that_leaves_no_rule(event: Path, run, flags: tuple[str, ...]) -> None:  # type: ignore[no-untyped-def]
    write(event, {"a.txt": LEGAL, "b.txt": b"\0"})
    code, error = run("in", "--out", "out", "--isolated", *flags)
    assert (code, error) == (2, "error: select and ignore leave no rule to judge a deck by\n")
    assert verdicts(event) == {"a.txt": "illegal", "b.txt": "unreadable"}
