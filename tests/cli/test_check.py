"""`deckcheck check`: selection, configuration, exceptions, baselines, reports, several formats."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
import tomli
import tomli_w

from deckcheck.cli.complete import format_ids, reporter_names, rule_ids

Command = Callable[..., tuple[int, str, str]]


def last(text: str) -> str:
    return text.strip().splitlines()[-1]


def test_select_and_ignore_are_named_in_every_report(command: Command) -> None:
    code, out, _ = command("check", "decks", "--ignore", "copies", "--output-format", "json")
    report = json.loads(out)
    assert (code, report["ignored_rules"], report["summary"]["illegal"]) == (0, ["toy/copies"], 0)
    code, out, _ = command("check", "decks", "--select", "toy/odd,size", "--output-format", "concise")
    assert (code, last(out)) == (0, "3 decks: 3 legal - 1 warning (ignored by request: toy/copies)")
    code, _, err = command("check", "decks", "--ignore", "toy/copis")
    assert (code, err) == (2, "error: no rule has the id \"toy/copis\"; did you mean 'toy/copies'?\n")


def test_strict_and_exit_zero(command: Command) -> None:
    assert command("check", "decks/odd.txt")[0] == 0
    code, out, _ = command("check", "decks/odd.txt", "--strict", "--output-format", "concise")
    assert (code, last(out)) == (1, "decks/odd.txt: illegal - 1 error (toy/open as of 2002-01-01)")
    assert command("check", "decks/odd.txt", "--strict", "--exit-zero")[0] == 0


def test_statistics(command: Command) -> None:
    _, out, _ = command("check", "decks", "--statistics")
    assert "findings per rule\n1  toy/copies  3 copies of a card\n1  toy/odd     odd cards are frowned upon\n" in out


def test_several_formats(command: Command) -> None:
    code, out, _ = command("check", "decks/odd.txt", "-f", "toy/open", "-f", "toy/strict", "--output-format", "json")
    assert code == 1
    decks = json.loads(out)["decks"]
    assert [(deck["format"], deck["verdict"]) for deck in decks] == [("toy/open", "legal"), ("toy/strict", "illegal")]


def test_every_format(command: Command) -> None:
    code, out, _ = command("check", "decks/odd.txt", "-f", "all", "--output-format", "jsonl")
    assert code == 0  # legal somewhere
    assert [json.loads(line)["verdict"] for line in out.splitlines()] == ["legal", "illegal"]
    assert command("check", "decks/illegal.txt", "-f", "all")[0] == 1


def test_configuration(command: Command, decks: Path) -> None:
    (decks / "deckcheck.toml").write_text('format = "toy/strict"\noutput-format = "concise"\nexclude = ["illegal*"]\n')
    code, out, _ = command("check", "decks")
    assert (code, last(out)) == (1, "2 decks: 1 legal, 1 illegal - 1 error")
    assert command("check", "decks", "--isolated", "--ignore", "copies")[0] == 0
    assert command("check", "decks", "-f", "toy/open")[0] == 0
    code, out, _ = command("check", "decks/illegal.txt", "--output-format", "json")
    assert json.loads(out)["decks"][0]["chosen"] == {"format": "config", "as_of": "deck"}
    assert command("check", "decks/illegal.txt", "--force-exclude", "--output-format", "concise")[1] == "no decks\n"


def test_faulty_configuration(command: Command, decks: Path) -> None:
    (decks / "decks" / "deckcheck.toml").write_text("strct = true\n")
    code, out, err = command("check", "decks")
    assert (code, out) == (2, "")
    assert "deckcheck.toml:1: unknown key 'strct' in the file (did you mean 'strict'?)" in err


def test_show_settings(command: Command, decks: Path) -> None:
    (decks / "deckcheck.toml").write_text('strict = true\n[[exception]]\nrule = "copies"\nreason = "agreed"\n')
    code, out, _ = command("check", "--show-settings", "--as-of", "2001-01-01")
    assert code == 0
    assert "as-of = 2001-01-01  # flag\n" in out
    assert f"strict = true  # {decks / 'deckcheck.toml'}\n" in out
    assert 'output-format = "full"  # default\n' in out
    assert "# exception: copies in every deck: agreed\n" in out


EXCEPTION = '[[exception]]\nrule = "toy/copies"\ncard = "Kick"\ndecks = "decks/illegal.txt"\nreason = "agreed"\n'


@pytest.mark.parametrize(
    "form", ["full", "concise", "json", "jsonl", "sarif", "junit", "github", "gitlab", "markdown", "csv", "html"]
)
def test_suppressed_findings_stay_visible(form: str, command: Command, decks: Path) -> None:
    (decks / "deckcheck.toml").write_text(EXCEPTION)
    code, out, _ = command("check", "decks", "--output-format", form)
    assert code == 0
    assert "agreed" in out
    assert '4 copies of "Kick"' in out.replace('\\"', '"').replace('""', '"').replace("&quot;", '"')


def test_exceptions_that_are_not_needed(command: Command, decks: Path) -> None:
    (decks / "deckcheck.toml").write_text(
        EXCEPTION + '[[exception]]\nrule = "odd"\nreason = "over"\nuntil = 2003-01-01\n'
        '[[exception]]\nrule = "size"\nreason = "never used"\n'
    )
    code, out, _ = command("check", "--output-format", "concise")
    assert code == 0
    told = [line for line in out.splitlines() if line.startswith("deckcheck.toml")]
    assert told == [
        'deckcheck.toml:6:1: warning[deck/expired-exception] the exception for odd ("over") ended on 2003-01-01',
        'deckcheck.toml:10:1: warning[deck/unused-exception] the exception for size ("never used") covers no finding',
        "deckcheck.toml: legal - 2 warnings",
    ]
    assert command("check", "--strict", "--ignore", "odd")[0] == 1
    # one file alone says nothing about exceptions for the others
    assert "unused" not in command("check", "decks/legal.txt")[1]


def test_baseline(command: Command, decks: Path) -> None:
    code, _, err = command("check", "decks", "--write-baseline")
    assert (code, err) == (2, "error: --write-baseline needs --baseline PATH, or `baseline` in the configuration\n")
    code, _, err = command("check", "decks", "--baseline", "known/base.json", "--write-baseline")
    assert (code, err) == (0, "baseline written with 2 findings\n")
    code, out, _ = command("check", "decks", "--baseline", "known/base.json", "--output-format", "concise")
    assert (code, last(out)) == (0, "3 decks: 3 legal - 2 suppressed")
    (decks / "decks" / "new.txt").write_text((decks / "decks" / "illegal.txt").read_text())
    assert command("check", "decks", "--baseline", "known/base.json")[0] == 1
    assert command("check", "decks", "--baseline", "missing.json")[0] == 2


def test_a_baseline_for_four_copies_does_not_hide_five(command: Command, decks: Path) -> None:
    asked = ("check", "decks", "--baseline", "base.json", "--output-format", "concise")
    assert command(*asked, "--write-baseline")[0] == 0
    deck = decks / "decks" / "illegal.txt"
    four = deck.read_text()
    deck.write_text(four.replace("4 Kick", "5 Kick"))
    code, out, _ = command("check", "decks", "--baseline", "base.json")
    assert code == 1
    assert "= note: the baseline base.json knows it with 1 too many" in out
    deck.write_text(four.replace("4 Kick", "3 Kick"))
    code, out, _ = command(*asked)
    assert code == 0
    assert [line for line in out.splitlines() if line.startswith("base.json")] == [
        "base.json: warning[deck/baseline-gone] decks/illegal.txt no longer has the finding toy/copies: "
        '4 copies of "Kick" in the Main, the limit is 3',
        "base.json: legal - 1 warning",
    ]
    assert last(out) == "3 decks: 3 legal - 1 warning, 1 suppressed"
    assert command(*asked, "--strict")[0] == 1
    summary = json.loads(command("check", "decks", "--baseline", "base.json", "--output-format", "json")[1])["summary"]
    assert (summary["decks"], summary["legal"], summary["warnings"]) == (3, 3, 1)


@pytest.mark.parametrize(
    ("rule", "remedy"),
    [
        ("toy/copis", "did you mean 'toy/copies'?"),
        ("copis", "did you mean 'copies'?"),
        ("tyo/*", "`deckcheck rule --all` shows every one"),
    ],
)
def test_an_exception_for_an_unknown_rule(command: Command, decks: Path, rule: str, remedy: str) -> None:
    (decks / "deckcheck.toml").write_text(f'strict = true\n\n[[exception]]\nrule = "{rule}"\nreason = "agreed"\n')
    message = f'deckcheck.toml:3: an exception names a rule that does not exist: "{rule}" ({remedy})'
    for arguments in (("check", "decks"), ("audit", "decks", "--out", "out", "--config", "deckcheck.toml")):
        code, out, err = command(*arguments)
        assert (code, out) == (2, "")
        assert err.removeprefix("error: ").removeprefix(f"{decks}/") == f"{message}\n"
    for known in ("toy/copies", "copies", "toy/*", "*", "cop*", "deck/unknown-card"):
        (decks / "deckcheck.toml").write_text(f'[[exception]]\nrule = "{known}"\nreason = "agreed"\n')
        assert command("check", "decks")[0] in (0, 1)


def test_one_run_many_reports(command: Command, decks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    summary = decks / "summary.md"
    summary.write_text("# before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    targets = [f"{form}=out/{form}" for form in ("json", "jsonl", "sarif", "junit", "gitlab", "csv")]
    arguments = [text for target in targets for text in ("--report", target)]
    code, out, _ = command("check", "decks", *arguments, "--report", f"markdown={summary}", "-q")
    assert code == 1
    assert out.startswith("error[toy/copies]")
    assert sorted(path.name for path in (decks / "out").iterdir()) == [
        *("csv", "gitlab", "json", "jsonl", "junit", "sarif")
    ]
    assert json.loads((decks / "out" / "json").read_text())["summary"]["decks"] == 3
    assert summary.read_text().startswith("# before\n## deckcheck\n")


def test_stdin_takes_the_configuration_of_its_name(command: Command, decks: Path) -> None:
    (decks / "decks" / "deckcheck.toml").write_text('format = "toy/strict"\n')
    code, out, _ = command("check", "--show-settings", "-", "--stdin-filename", "decks/x.txt")
    assert code == 0
    assert 'format = ["toy/strict"]' in out


def test_completion(decks: Path) -> None:
    assert format_ids("toy/") == ["toy/open", "toy/strict"]
    assert format_ids("toy/open@") == ["toy/open@2000-01-01", "toy/open@2001-01-01"]
    assert format_ids("nothing@") == []
    assert rule_ids("toy/") == ["toy/size", "toy/copies", "toy/odd"]
    assert rule_ids("toy/odd,toy/c") == ["toy/odd,toy/copies"]
    assert reporter_names("js") == ["json", "jsonl"]


def test_several_processes_give_the_same_output(command: Command, decks: Path) -> None:
    for number in range(100):
        source = decks / "decks" / ("illegal.txt" if number % 7 == 0 else "odd.txt")
        (decks / "decks" / f"{number}.txt").write_text(source.read_text())
    (decks / "decks" / "README.md").write_text("no deck\n")
    alone = command("check", "decks", "--output-format", "json", "-j", "1")
    together = command("check", "decks", "--output-format", "json", "-j", "2", "--progress", "never")
    assert alone == together
    assert alone[0] == 1
    assert json.loads(alone[1])["summary"]["decks"] == 103


@pytest.mark.parametrize("target", ["json=../out.json", "json=/tmp/out.json", "json=link/out.json"])
def test_a_configuration_writes_nothing_outside_its_folder(command: Command, decks: Path, target: str) -> None:
    (decks / "decks" / "link").symlink_to(decks)
    (decks / "decks" / "deckcheck.toml").write_text(f'report = ["{target}"]\n')
    code, out, err = command("check", "decks")
    assert (code, out) == (2, "")
    assert "would be written outside of the configuration's folder" in err
    (decks / "decks" / "deckcheck.toml").write_text('report = ["json=out/report.json"]\n')
    assert command("check", "decks")[0] == 1
    assert (decks / "decks" / "out" / "report.json").is_file()


def test_a_flag_s_day_wins_over_the_configured_one(command: Command, decks: Path) -> None:
    (decks / "deckcheck.toml").write_text("as-of = 2003-01-01\n")
    _, out, _ = command("check", "decks/legal.txt", "-f", "toy/open@2001-06-01", "--output-format", "json")
    deck = json.loads(out)["decks"][0]
    assert (deck["as_of"], deck["chosen"]) == ("2001-06-01", {"format": "flag", "as_of": "flag"})
    _, out, _ = command("check", "decks/legal.txt", "--output-format", "json")
    deck = json.loads(out)["decks"][0]
    assert (deck["as_of"], deck["chosen"]) == ("2003-01-01", {"format": "detected", "as_of": "config"})
    assert command("check", "decks", "-f", "toy/open@2001-06-01", "--as-of", "2001-06-02")[0] == 2


def test_settings_are_toml(command: Command, decks: Path) -> None:
    name = 'd#r "a" = ]\\ 🂡*'
    values = {"exclude": [name, "b"], "strict": True, "output-format": "concise"}
    (decks / "deckcheck.toml").write_text(tomli_w.dumps(values), encoding="utf-8")
    _, out, _ = command("check", "--show-settings", "--as-of", "2001-01-01")
    found = tomli.loads(out)
    assert found["exclude"] == [name, "b"]
    assert (found["strict"], found["as-of"], found["output-format"]) == (True, date(2001, 1, 1), "concise")


def test_a_fault_of_ours_in_one_deck_stops_nothing(
    command: Command, decks: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from deckcheck.judge import run as judging

    judged = judging.check_document

    def failing(library: object, opened: object, *arguments: object, **more: object) -> object:
        if opened.path.endswith("illegal.txt"):  # type: ignore[attr-defined]
            raise RecursionError("too deep")
        return judged(library, opened, *arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(judging, "check_document", failing)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    code, out, error = command("check", "decks/illegal.txt", "decks/legal.txt", "--output-format", "json")
    assert code == 3
    assert [deck["verdict"] for deck in json.loads(out)["decks"]] == ["unreadable", "legal"]
    assert "judging the deck failed (RecursionError: too deep); this is a fault of deckcheck" in out
    (kept,) = tmp_path.glob("deckcheck-*.txt")
    assert error == f"internal error: judging failed in 1 deck, see {kept}\n"
    assert "RecursionError: too deep" in kept.read_text()


@pytest.mark.parametrize("selection", ['ignore = ["*"]', 'select = ["other/*"]', 'ignore = ["toy/*"]'])
def test_a_selection_that_leaves_no_rule_is_an_error(command: Command, decks: Path, selection: str) -> None:
    (decks / "deckcheck.toml").write_text(selection)
    code, out, error = command("check", "decks/legal.txt", "--output-format", "json")
    assert code == 2
    assert "error: select and ignore leave no rule to judge 1 deck by, such as decks/legal.txt" in error
    (deck,) = json.loads(out)["decks"]
    assert (deck["verdict"], [item["rule"] for item in deck["findings"]]) == ("illegal", ["deck/no-rule"])


@pytest.mark.parametrize("form", ["full", "concise", "github", "gitlab", "junit", "csv", "sarif", "markdown", "html"])
def test_rules_that_the_configuration_leaves_out_are_named(command: Command, decks: Path, form: str) -> None:
    (decks / "deckcheck.toml").write_text('ignore = ["copies"]')
    code, _, error = command("check", "decks/illegal.txt", "--output-format", form, "--ignore", "odd", "-q")
    assert (code, error) == (0, f"{decks / 'deckcheck.toml'} leaves out toy/copies\n")


def test_a_configured_baseline_is_written_in_its_folder_only(command: Command, decks: Path) -> None:
    (decks / "decks" / "deckcheck.toml").write_text('baseline = "../known.json"')
    code, _, error = command("check", "decks", "--write-baseline")
    assert code == 2
    assert "would be written outside of the configuration's folder" in error
    assert not (decks / "known.json").exists()
    assert command("check", "decks", "--write-baseline", "--baseline", "known.json")[0] == 0
