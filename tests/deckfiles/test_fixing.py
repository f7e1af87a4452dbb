"""`deckcheck fix`: what is mended, and what is left alone."""

from __future__ import annotations

import os
import stat
from datetime import date

from deckcheck.data.atomic import write_whole
from deckcheck.deckfiles.fix import Mend, encoded, patch
from deckcheck.deckfiles.readers import document
from deckcheck.judge.check import Request
from deckcheck.judge.library import Library
from tests.rewriting import fix

LIBRARY = Library()
HEAD = "Game: raw-deal\nAs-of: 2002-05-20\n\n[Superstar]\n1 Kane\n\n[Arsenal]\n"


def fixed(body: str, head: str = HEAD, name: str = "a.txt"):
    return fix(LIBRARY, document((head + body).encode(), name), Request(date(2026, 11, 30)))


def body(mended, head: str = HEAD) -> str:
    assert mended.text.startswith(head)
    return mended.text[len(head) :]


def test_names_become_canonical():
    assert body(fixed("3 BOW & ARROW\n1 step  aside\n")) == "3 Bow and Arrow\n1 Step Aside\n"


def test_one_keystroke_is_mended_where_one_name_is_near():
    assert body(fixed("3 Step Asside\n2 Xyzzy Plugh\n")) == "3 Step Aside\n2 Xyzzy Plugh\n"


def test_lines_of_one_card_are_merged_into_the_first():
    mended = fixed("1 Step Aside\n3 Chop\n2 Step Aside\nChop x1\n")
    assert body(mended) == "3 Step Aside\n4 Chop\n"
    assert mended.mends == (
        Mend(8, "1 Step Aside", "3 Step Aside"),
        Mend(9, "3 Chop", "4 Chop"),
        Mend(10, "2 Step Aside", None),
        Mend(11, "Chop x1", None),
    )


def test_comments_blank_lines_and_order_are_kept():
    text = "# first\n3 chop  # keep\n\n// second\n1 Step Aside\n1 chop # mine\n"
    assert body(fixed(text)) == "# first\n3 Chop  # keep\n\n// second\n1 Step Aside\n1 Chop # mine\n"


def test_nothing_to_do():
    mended = fixed("3 Chop\n1 Step Aside\n")
    assert mended.mends == ()
    assert patch(document(b"", "a.txt"), mended) == []


def test_the_identity_line_of_a_bare_list_keeps_its_suffix():
    mended = fixed("KANE (Superstar Card)\nchop\nChop\n", head="")
    assert mended.text == "Kane (Superstar Card)\n2 Chop\n"


def test_where_a_line_is_a_place_nothing_is_merged():
    head = "Game: supershow\n\n[Deck]\n"
    assert body(fixed("1 snap punch\nSNAP PUNCH\n", head), head) == "1 Snap Punch\nSnap Punch\n"


def test_printings_are_kept_apart():
    head = "Game: wow-tcg\n\n[Main]\n"
    text = "2 leeroy jenkins (Azeroth-198)\n1 Leeroy Jenkins (Class Promo-5)\n"
    assert body(fixed(text, head), head) == "2 Leeroy Jenkins (Azeroth-198)\n1 Leeroy Jenkins (Class Promo-5)\n"


def test_line_ends_and_byte_order_mark_are_kept():
    source = document(b"\xef\xbb\xbf" + (HEAD + "3 chop\n").replace("\n", "\r\n").encode(), "a.txt")
    data = encoded(source, fix(LIBRARY, source, Request(date(2026, 11, 30))))
    assert data == b"\xef\xbb\xbf" + (HEAD + "3 Chop\n").replace("\n", "\r\n").encode()


def test_the_patch():
    source = document((HEAD + "3 chop\n").encode(), "a.txt")
    lines = patch(source, fix(LIBRARY, source, Request(date(2026, 11, 30))))
    assert lines[:2] == ["--- a.txt", "+++ a.txt"]
    assert [line for line in lines[2:] if line[0] in "+-"] == ["-3 chop", "+3 Chop"]


def test_other_formats_are_mended_in_their_fields():
    text = '{"game": "raw-deal", "zones": {"arsenal": ["3 chop"]}}'
    source = document(text.encode(), "a.json")
    assert fix(LIBRARY, source, Request(date(2026, 11, 30))).text == text.replace("chop", "Chop")


def test_writing_is_whole_and_keeps_permissions(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("old")
    path.chmod(0o640)
    link = tmp_path / "link.txt"
    link.symlink_to(path)
    write_whole(link, b"new")
    assert path.read_bytes() == b"new"
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["a.txt", "link.txt"] or sorted(os.listdir(tmp_path)) == ["a.txt", "link.txt"]
