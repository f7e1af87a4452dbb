"""The Python API: what every function answers, that any text is judged, who decides the date, threads and executors."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from datetime import date, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import deckcheck
from deckcheck.authoring.schemas import schema as json_schema
from tests.paths import ROOT

DECK = ROOT / "examples" / "raw-deal" / "illegal" / "nine-pre-match.txt"
LEGAL = ROOT / "examples" / "supershow" / "legal"
DAY = date(2026, 11, 30)
HOSTILE = (
    "",
    "\0",
    "\ud800",
    "\udfff\ud800 kick",
    "{",
    '{"zones": {"arsenal": [[[[[[',
    "[" * 5000,
    "<deck>" * 2000,
    "Game: \udc80\nFormat: ../../etc/passwd\nAs-of: 0000-00-00",
    "Game: raw-deal\nAs-of: 1066-10-14\n\n[Arsenal]\n999999999999999999999 Kick\n-1 Kick\n",
    "\ufeffGame: raw-deal\r\r\n[Arsenal]\x0b\x0c3 Kick\u2028",
    "1 " + "x" * 100_000,
    "&amp;a: &a [*a, *a]\n",
    "player,deck\n=cmd(),'\n",
)
FUNCTIONS = (deckcheck.check_text, deckcheck.fix, deckcheck.suggest, deckcheck.timeline)


# ---- the face of the package --------------------------------------------------------------------------------------


def test_the_package_shows_its_names_with_docstrings() -> None:
    names = dir(deckcheck)
    assert set(deckcheck.__all__) <= set(names)
    bare = [
        name
        for name in deckcheck.__all__
        if name != "__version__" and len((getattr(deckcheck, name).__doc__ or "").split()) < 5
    ]
    assert bare == []
    with pytest.raises(AttributeError, match="has no attribute 'chekc_text'"):
        deckcheck.chekc_text  # noqa: B018


def test_importing_the_package_loads_nothing_and_judging_prints_nothing() -> None:
    code = (
        "import sys, deckcheck; assert not [n for n in sys.modules if n.startswith('deckcheck.')]\n"
        "deckcheck.check_text('Game: raw-deal\\n[Arsenal]\\n3 Kikc', default_as_of='2004-01-01').to_json()\n"
        "deckcheck.fix('3 Kikc', as_of='2004-01-01'); deckcheck.card('Kikc', as_of='2004-01-01')\n"
        "loaded = {'pydantic', 'rich', 'typer', 'deckcheck.schema'} & set(sys.modules); assert not loaded, loaded"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_every_function_stays_a_function_whatever_was_imported() -> None:
    import deckcheck.repair

    assert callable(deckcheck.repair.suggest)
    modules = {path.stem for path in (ROOT / "deckcheck").iterdir()}
    assert modules & set(deckcheck.__all__) == set()


def test_docstrings_list_what_there_is() -> None:
    from deckcheck.deckfiles import writers
    from deckcheck.reporters import by_name

    told = set(re.findall(r"`(\w+)`", (deckcheck.convert.__doc__ or "").partition("\n")[0]))
    assert told == {writer.name for writer in writers.WRITERS}
    with pytest.raises(deckcheck.UsageError) as caught:
        by_name("?")
    listed = str(caught.value).partition("known are ")[2].split(", ")
    assert re.findall(r"`(\w+)`", (deckcheck.render.__doc__ or "").partition(". ")[0]) == listed
    for function in (deckcheck.check_text, deckcheck.check_file, deckcheck.check_many, deckcheck.timeline):
        assert "Raises " in (function.__doc__ or "")


# ---- who decides the date -----------------------------------------------------------------------------------------


def test_as_of_wins_over_the_deck_and_the_report_says_so() -> None:
    report = deckcheck.check_file(DECK, as_of="2004-05-01")
    assert (report.as_of, report.as_of_chosen) == (date(2004, 5, 1), "flag")
    assert "deck/format-disagreement" in {item.rule for item in report.findings}


def test_default_as_of_serves_decks_that_state_none() -> None:
    stated = deckcheck.check_file(DECK, default_as_of=DAY)
    assert (stated.as_of, stated.as_of_chosen) == (date(2002, 5, 20), "deck")
    text = DECK.read_text(encoding="utf-8").replace("As-of: 2002-05-20\n", "")
    silent = deckcheck.check_text(text, default_as_of=datetime(2003, 1, 2, 3, 4))
    assert (silent.as_of, silent.as_of_chosen) == (date(2003, 1, 2), "today")
    both = deckcheck.check_text(text, as_of=date(2002, 5, 20), default_as_of=DAY)
    assert (both.as_of, both.as_of_chosen) == (date(2002, 5, 20), "flag")


def test_a_day_is_needed_and_has_to_be_one() -> None:
    with pytest.raises(deckcheck.UsageError, match="give a day"):
        deckcheck.check_text("3 Kick")
    with pytest.raises(deckcheck.UsageError, match="is no date; write it as 2002-05-20"):
        deckcheck.check_text("3 Kick", as_of="yesterday")
    with pytest.raises(deckcheck.UsageError, match="is known from 2000-08-01 on"):
        deckcheck.check_text("3 Kick", format="raw-deal/constructed", as_of="1999-01-01")
    with pytest.raises(deckcheck.UsageError, match="unknown format"):
        deckcheck.check_text("3 Kick", format="raw-deal/constructd", as_of=DAY)
    with pytest.raises(deckcheck.UsageError, match="unknown format"):
        deckcheck.check_file(DECK, format="raw-deal/constructd", default_as_of=DAY)


def test_errors_can_be_encoded_whatever_was_asked_for() -> None:
    with pytest.raises(deckcheck.UsageError) as caught:
        deckcheck.check_text("3 Kick", format="raw-deal\udc80" * 5000, as_of=DAY)
    assert len(str(caught.value).encode("utf-8")) < 3000


def test_what_is_no_deck_is_the_callers_fault() -> None:
    with pytest.raises(deckcheck.UsageError, match="not of type int"):
        deckcheck.check_text(5, as_of=DAY)  # type: ignore[arg-type]
    with pytest.raises(deckcheck.UsageError, match="not of type NoneType"):
        deckcheck.check_many([None], as_of=DAY)  # type: ignore[list-item]
    with pytest.raises(deckcheck.UsageError, match="takes a list of decks"):
        deckcheck.check_many("3 Kick", as_of=DAY)
    with pytest.raises(deckcheck.UsageError, match="is a pair, not 1 values"):
        deckcheck.check_many([("a",)], as_of=DAY)  # type: ignore[list-item]
    with pytest.raises(deckcheck.UsageError, match="is no data folder"):
        deckcheck.Library("nowhere")
    with pytest.raises(IsADirectoryError):
        deckcheck.check_file("", as_of=DAY)
    shown = deckcheck.timeline(DECK, as_of=DAY, formats="raw-deal/constructed")
    assert shown == deckcheck.timeline(DECK, as_of=DAY, formats=["raw-deal/constructed"])


# ---- what reports can do ------------------------------------------------------------------------------------------


def test_a_report_as_dict_and_json_keeps_the_published_schema() -> None:
    import jsonschema

    one = deckcheck.check_file(DECK, default_as_of=DAY)
    run = deckcheck.check_many([DECK, *sorted(LEGAL.iterdir()), *HOSTILE], default_as_of=DAY)
    published = json_schema("report")
    jsonschema.validate(run.to_dict(), published)
    jsonschema.validate(one.to_dict(), {"$ref": "#/$defs/DeckReport", "$defs": published["$defs"]})
    assert json.loads(run.to_json()) == run.to_dict()
    assert json.loads(one.to_json()) == one.to_dict() == run.to_dict()["decks"][0]
    assert (one.is_legal, run.is_legal) == (False, False)
    assert deckcheck.check_many(sorted(LEGAL.iterdir()), default_as_of=DAY).is_legal


def test_a_run_as_dict_is_what_the_command_line_writes() -> None:
    run = deckcheck.check_many([DECK, *sorted(LEGAL.iterdir())], default_as_of=DAY)
    assert json.loads(deckcheck.render(run, "json")) == run.to_dict()


def test_rendering() -> None:
    report = deckcheck.check_file(DECK, default_as_of=DAY)
    assert deckcheck.render(report).startswith("## deckcheck\n\n1 deck: 1 illegal - 1 error\n")
    assert "error[raw-deal/backlash-prematch]" in deckcheck.render(report, "full")
    with pytest.raises(deckcheck.UsageError, match="unknown output format"):
        deckcheck.render(report, "pdf")


def test_a_notebook_shows_a_table_in_which_nothing_of_the_deck_is_markup() -> None:
    text = "Game: raw-deal\nName: <script>alert('x')</script>\n[Arsenal]\n3 <svg src=x>\x1b[31m\n"
    shown = deckcheck.check_text(text, default_as_of=DAY)._repr_html_()
    assert shown.startswith("<p><b>illegal</b> &lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; ")
    assert "<td>4</td><td>unknown card &quot;&lt;svg src=x&gt;" in shown
    assert "\x1b" not in shown
    assert "<svg" not in shown


# ---- any text -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text)[:20])
def test_hostile_text_is_answered(function, text: str) -> None:  # type: ignore[no-untyped-def]
    answer = function(text, as_of=DAY)
    plain = answer.to_dict()
    json.dumps(plain, ensure_ascii=False, allow_nan=False).encode("utf-8")
    report = deckcheck.check_text(text, as_of=DAY)
    assert report.findings
    if report.verdict == "unreadable":
        assert plain.get("problems") or plain.get("findings")


@settings(max_examples=150, deadline=None)
@given(
    text=st.text(st.characters(codec=None), max_size=60), head=st.sampled_from(("", "Game: raw-deal\n[Arsenal]\n3 "))
)
def test_any_text_is_judged(text: str, head: str) -> None:
    report = deckcheck.check_text(head + text, default_as_of=DAY, name=text)
    assert report.findings
    json.dumps(report.to_dict(), ensure_ascii=False).encode("utf-8")
    deckcheck.card(text, as_of=DAY).to_dict()


def test_half_a_character_is_a_finding_at_its_line() -> None:
    report = deckcheck.check_text("Game: raw-deal\r\n[Arsenal]\r\n3 K\udc80ck\r\n", default_as_of=DAY)
    told = [(item.rule, item.location and item.location.line) for item in report.findings]
    assert ("deck/encoding", 3) in told
    whole = deckcheck.check_text("Game: raw-deal\n[Arsenal]\n3 \ud83d\ude00\n", default_as_of=DAY)
    assert "deck/encoding" not in {item.rule for item in whole.findings}
    assert 'unknown card "😀" in the Arsenal' in [item.message for item in whole.findings]


LONG = "x" * 50_000


@pytest.mark.parametrize(
    "text",
    [
        f"Game: {LONG}\n3 Kick",
        f"Game: raw-deal\nFormat: {LONG}\n3 Kick",
        f"Game: raw-deal\nAs-of: {LONG}\n[Arsenal]\n3 Kick",
        f"Game: raw-deal\n[{LONG}]\n3 Kick",
        f"Game: raw-deal\n[Arsenal]\n3 {LONG}",
        json.dumps({"game": LONG, "zones": {"arsenal": ["3 Kick"]}}),
        json.dumps({"game": "raw-deal", "format": LONG, "zones": {"arsenal": ["3 Kick"]}}),
        json.dumps({"game": "raw-deal", "as_of": LONG, "zones": {"arsenal": ["3 Kick"]}}),
        json.dumps({"game": "raw-deal", "zones": {LONG: ["3 Kick"]}}),
        json.dumps({"game": "raw-deal", "zones": {"arsenal": {LONG: []}}}),
        json.dumps({"game": "raw-deal", "zones": {"arsenal": [{"name": "Kick", "zone": LONG, "set": LONG}]}}),
        f"game = 'raw-deal'\n[zones]\n{LONG} = ['3 Kick']",
        f"quantity,name,zone\n3,Kick,{LONG}",
    ],
    ids=lambda text: text[:40],
)
@pytest.mark.parametrize("format", [None, "raw-deal/constructed"])
def test_what_a_deck_says_of_itself_fills_no_message(text: str, format: str | None) -> None:
    report = deckcheck.check_text(text, default_as_of=DAY, format=format)
    assert report.findings
    for item in report.findings:
        assert len(item.message) + len(item.help or "") + sum(map(len, (*item.values, *item.cards))) < 4000
    assert all(len(told) < 3000 for told in deckcheck.fix(text, default_as_of=DAY, format=format).problems)


def test_ten_megabytes_are_answered() -> None:
    for text in ("\0" * 10_000_000, "1 Kick\n" * 1_500_000, "\u202e" * 10_000_000, "[" * 10_000_000):
        report = deckcheck.check_text(text, default_as_of=DAY)
        assert report.verdict == "unreadable"
        assert len(report.to_json()) < 5000


@pytest.mark.parametrize("mark", ["\u202e", "\u200f", "\u2066", "\u200b", "\ufeff", "\u2028"], ids=ascii)
def test_marks_of_direction_hide_no_name(mark: str) -> None:
    plain = deckcheck.check_text("Game: raw-deal\n\n[Superstar]\n1 Kane\n\n[Arsenal]\n4 Kick\n", default_as_of=DAY)
    text = f"{mark}Game: raw-deal\n\n[Superstar]{mark}\n1 Kane\n\n[Arsenal]\n{mark}4 Kick{mark}\n"
    marked = deckcheck.check_text(text, default_as_of=DAY)
    assert [item.message for item in marked.findings] == [item.message for item in plain.findings]
    assert any("4 copies" in item.message for item in marked.findings)


def test_a_fault_of_the_program_is_a_finding_on_the_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    import deckcheck.api

    def broken(*arguments: object) -> None:
        raise ZeroDivisionError("\ud800")

    monkeypatch.setattr(deckcheck.api, "check_document", broken)
    monkeypatch.setattr(deckcheck.api, "read_deck", broken)
    report = deckcheck.check_text("3 Kick", default_as_of=DAY)
    assert report.verdict == "unreadable"
    assert "judging the deck failed (ZeroDivisionError" in report.findings[0].message
    report.to_json().encode("utf-8")
    json.dumps(report.to_dict(), ensure_ascii=False).encode("utf-8")
    assert [deck.verdict for deck in deckcheck.check_many(["3 Kick"] * 2, as_of=DAY).decks] == ["unreadable"] * 2
    assert "ZeroDivisionError" in deckcheck.fix("3 Kick", as_of=DAY).problems[0]


def test_bytes_are_decoded_as_files_are() -> None:
    data = "Game: raw-deal\n[Arsenal]\n3 Häckler\n".encode("cp1252")
    assert {"deck/encoding"} <= {item.rule for item in deckcheck.check_text(data, default_as_of=DAY).findings}
    assert deckcheck.check_text(DECK.read_bytes(), default_as_of=DAY, name=str(DECK)) == deckcheck.check_file(
        DECK, default_as_of=DAY
    )


# ---- many ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_executors_give_the_reports_of_one_process_in_order(kind: type[Executor], tmp_path: Path) -> None:
    decks = [*sorted(LEGAL.iterdir()), tmp_path / "none.txt", ("mine", "3 Kick"), DECK, *HOSTILE, Path("a\0b")] * 3
    plain = deckcheck.check_many(decks, default_as_of=DAY)
    assert [item.path for item in plain.decks[:2]] == [str(path) for path in sorted(LEGAL.iterdir())[:2]]
    with kind(2) as executor:  # type: ignore[call-arg]
        assert deckcheck.check_many(iter(decks), default_as_of=DAY, executor=executor) == plain
    (missing,) = plain.decks[len(list(LEGAL.iterdir()))].findings
    assert missing.message == "the file cannot be opened: No such file or directory"


def test_threads_share_a_library() -> None:
    library = deckcheck.Library()
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples").glob("*/*/*.txt"))[:12]]
    wanted = [deckcheck.check_text(text, default_as_of=DAY) for text in texts]

    def judged(text: str) -> deckcheck.DeckReport:
        return deckcheck.check_text(text, default_as_of=DAY, library=library)

    with ThreadPoolExecutor(8) as executor:
        assert list(executor.map(judged, texts * 4)) == wanted * 4


def test_a_library_travels_as_its_folders() -> None:
    library = deckcheck.Library()
    assert pickle.loads(pickle.dumps(library)) is pickle.loads(pickle.dumps(deckcheck.Library()))


# ---- the other answers --------------------------------------------------------------------------------------------


def test_fix() -> None:
    found = deckcheck.fix(
        "Game: raw-deal\n\n[Arsenal]\n3 step asid\n2 Kick\n1 Kick # mine\n", default_as_of="2004-01-01"
    )
    assert found.text == "Game: raw-deal\n\n[Arsenal]\n3 Step Aside\n2 Kick\n1 Kick # mine\n"
    assert [(item.line, item.before, item.after) for item in found.changes] == [(4, "3 step asid", "3 Step Aside")]
    fields = deckcheck.fix('{"game": "raw-deal", "zones": {"arsenal": ["3 step asid"]}}', default_as_of=DAY)
    assert fields.text == '{"game": "raw-deal", "zones": {"arsenal": ["3 Step Aside"]}}'


def test_suggest_gives_decks_that_are_legal() -> None:
    found = deckcheck.suggest(DECK, default_as_of=DAY)
    assert (found.legal, found.exact, len(found.repairs)) == (False, True, 3)
    assert found.repairs[0].words == ('take out 1 "Awesome Pyro!" (Backlash deck)',)
    for repair in found.repairs:
        assert deckcheck.check_text(repair.text, default_as_of=DAY).is_legal
    assert found.to_dict()["repairs"][0]["steps"][0]["what"] == "remove"
    legal = deckcheck.suggest(found.repairs[0].text, default_as_of=DAY)
    assert (legal.legal, legal.repairs) == (True, ())


def test_timeline() -> None:
    found = deckcheck.timeline(DECK, as_of=DAY, formats=["raw-deal/constructed"])
    assert [stretch.verdict for stretch in found.formats[0].stretches][-1] == "legal"
    assert found.to_dict()["formats"][0]["stretches"][-1]["until"] is None
    assert "= legal   x illegal" in str(found)
    with pytest.raises(deckcheck.UsageError, match="unknown format"):
        deckcheck.timeline(DECK, as_of=DAY, formats=["raw-deal/constructed", "raw-deal/x"])


def test_convert() -> None:
    found = deckcheck.convert(DECK, "json", default_as_of=DAY)
    assert json.loads(found.text)["game"] == "raw-deal"
    assert deckcheck.check_text(found.text, default_as_of=DAY).verdict == "illegal"
    assert deckcheck.convert("\ud800", "json", default_as_of=DAY).problems
    with pytest.raises(deckcheck.UsageError, match="no writer is named"):
        deckcheck.convert(DECK, "pdf", default_as_of=DAY)


def test_card() -> None:
    found = deckcheck.card("step aside", as_of="2004-01-01")
    assert [(page.game, page.card.name) for page in found.pages] == [("raw-deal", "Step Aside")]
    assert found.to_dict()["cards"][0]["facts"]["title"] == "Step Aside"
    assert deckcheck.card("step asid", as_of="2004-01-01", game="raw-deal").near[0] == "Step Aside"
    with pytest.raises(deckcheck.UsageError, match="unknown game"):
        deckcheck.card("Step Aside", as_of=DAY, game="chess")


def test_formats() -> None:
    ids = [item.id for item in deckcheck.formats()]
    assert "raw-deal/constructed" in ids
    assert ids == sorted(ids)
    (default,) = (item for item in deckcheck.formats(game="raw-deal") if item.default)
    assert (default.id, default.first_day) == ("raw-deal/constructed", date(2000, 8, 1))
    assert default.to_dict()["first_day"] == "2000-08-01"
