"""Nasty deck files by kind of fault: name, bytes, what must be read, and the problems that must be named.

What must be read is written as `zone: 3 Name; 1 Name @4` (@ is the slot, [S-5] a printing, <id> a card id), zones
divided by ` | `, `?` for a zone that the card's kind decides. Files for the slotted game have names that start "slot".
"""

# ruff: noqa: E501 - one row a file
from __future__ import annotations

import codecs

POOL = [
    "Kick",
    "Punch",
    "Slap",
    "Jab",
    "Café",
    "Köln",
    "D'oh!",
    "3D",
    "Side",
    "Mission (2)",
    "Rise, Fall",
    "A|B",
    'The "Best"',
]
HEROES = ["Boris", "Boris Back"]
W, E, I = "warning", "error", "info"  # noqa: E741

ENCODINGS = [
    ("bom8.txt", codecs.BOM_UTF8 + "[Main]\n3 Café\n".encode(), "main: 3 Café", []),
    ("utf16le.txt", codecs.BOM_UTF16_LE + "[Main]\n3 Café\n".encode("utf-16-le"), "main: 3 Café", []),
    ("utf16be.txt", codecs.BOM_UTF16_BE + "[Main]\n3 Café\n".encode("utf-16-be"), "main: 3 Café", []),
    ("utf32.txt", "[Main]\n3 Café\n".encode("utf-32"), "main: 3 Café", []),
    ("cp1252.txt", "[Main]\n1 Kick\n3 Café\n".encode("cp1252"), "main: 1 Kick; 3 Café", ["deck/encoding info 3"]),
    ("curly1252.txt", b"[Main]\n2 D\x92oh!\n", "main: 2 D\u2019oh!", ["deck/encoding info 2"]),
    ("crlf.txt", b"[Main]\r\n3 Kick\r\n1 Punch\r\n", "main: 3 Kick; 1 Punch", []),
    ("cr.txt", b"[Main]\r3 Kick\r1 Punch\r", "main: 3 Kick; 1 Punch", []),
    ("mixed.txt", b"[Main]\r\n3 Kick\r1 Punch\n2 Slap", "main: 3 Kick; 1 Punch; 2 Slap", []),
    ("formfeed.txt", b"[Main]\n3 Kick\n\x0c[Side]\n1 Punch\x0c1 Slap\n", "main: 3 Kick | side: 1 Punch; 1 Slap", []),
    ("nbsp.txt", "[Main]\n3\u00a0Kick\n\u00a0 1 Punch\u3000\n".encode(), "main: 3 Kick; 1 Punch", []),
    (
        "zerowidth.txt",
        "[Main]\n3 Ki\u200bck\n\ufeff1 Punch\n2 Sl\u00adap\n".encode(),
        "main: 3 Kick; 1 Punch; 2 Slap",
        [],
    ),
    ("bidi.txt", "[Main]\n3 \u202eKick\u202c\n".encode(), "main: 3 Kick", []),
    ("separators.txt", "[Main]\u20283 Kick\u20291 Punch\u00852 Slap".encode(), "main: 3 Kick; 1 Punch; 2 Slap", []),
    ("mojibake.txt", "[Main]\n3 CafÃ©\n1 KÃ¶ln\n".encode(), "main: 3 Café; 1 Köln", []),
    ("entities.txt", b"[Main]\n3 Caf&eacute;\n1 D&#39;oh!\n", "main: 3 Café; 1 D'oh!", []),
    ("nul.txt", b"[Main]\n3 Ki\0ck\n", None, ["deck/unreadable error"]),
    ("png.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", None, ["deck/unreadable error"]),
    ("control.txt", bytes(range(1, 9)) * 40, None, ["deck/unreadable error"]),
    ("halfutf16.txt", codecs.BOM_UTF16_LE + b"a", None, ["deck/unreadable error"]),
    ("escape.txt", b"[Main]\n3 Kick\n1 \x1b[31mPunch\n", "main: 3 Kick; 1 \x1b[31mPunch", []),
]

EMPTY = [
    ("empty.txt", b"", "", ["deck/empty error"]),
    ("blank.txt", b" \n\t\r\n\n", "", ["deck/empty error"]),
    ("headings.txt", b"Game: g\n\n[Main]\n[Side]\n", "", ["deck/empty error"]),
    ("comments.txt", b"# nothing\n// here\n; at all\n", "", ["deck/empty error"]),
    ("empty.json", b"", "", ["deck/empty error"]),
    ("nocards.json", b'{"zones": {"main": []}}', "", ["deck/empty error"]),
    ("nocards.o8d", b'<deck><section name="Main"></section></deck>', "", ["deck/empty error"]),
]

HEADINGS = [
    ("case.txt", b"[MAIN]\n3 Kick\n[ side ]\n1 Punch\n", "main: 3 Kick | side: 1 Punch", []),
    ("plain.txt", b"Main Deck\n3 Kick\n\nSIDEBOARD\n1 Punch\n", "main: 3 Kick | side: 1 Punch", []),
    ("colon.txt", b"Hero: Boris\nMain:\n3 Kick\nSide deck:\n1 Punch\n", "hero: 1 Boris | main: 3 Kick | side: 1 Punch", []),
    ("signs.txt", b"=== Main ===\n3 Kick\n--- Side ---\n1 Punch\n** Hero **\nBoris\n", "main: 3 Kick | side: 1 Punch | hero: 1 Boris", []),
    ("totals.txt", b"Main (4)\n3 Kick\n1 Punch\nSideboard - 1 cards\n1 Slap\n", "main: 3 Kick; 1 Punch | side: 1 Slap", []),
    ("wrong.txt", b"[Main (60)]\n3 Kick\n1x Punch\n", "main: 3 Kick; 1 Punch", ["deck/total-mismatch warning 1"]),
    ("wrong2.txt", b"Main: 3\nKick x2\nPunch (2)\n", "main: 2 Kick; 2 Punch", ["deck/total-mismatch warning 1"]),
    ("sum.txt", b"[Main]\n3 Kick\n1 Punch\nTotal: 4\n", "main: 3 Kick; 1 Punch", []),
    ("sum2.txt", b"[Main]\n3 Kick\n\n60 cards\n", "main: 3 Kick", ["deck/total-mismatch warning 4"]),
    ("groups.txt", b"[Main]\nAllies (4)\n3 Kick\n1 Punch\nQuests (1)\n1 Slap\n", "main: 3 Kick; 1 Punch; 1 Slap", []),
    ("group.txt", b"[Main]\nAllies:\n3 Kick\n", "main: 3 Kick", ["deck/unknown-section info 2"]),
    ("unknown.txt", b"[Main]\n3 Kick\n[Sied]\n1 Punch\n", "main: 3 Kick | ?: 1 Punch", ["deck/unknown-section warning 3"]),
    ("name.txt", b"[Main]\n3 Kick\nSide\nMission (2)\n", "main: 3 Kick; 1 Side; 1 Mission (2)", []),
    ("prefix.txt", b"3 Kick\nSB: 1 Punch\nSB: 2 Slap\n1 Jab\n3 3D\n", "?: 3 Kick | side: 1 Punch; 2 Slap | ?: 1 Jab; 3 3D", []),
]  # fmt: skip

HEADERS = [
    ("unused.txt", b"Game: g\nShop: Corner\n\n[Main]\n3 Kick\n", "main: 3 Kick", ["deck/bad-line info 2"]),
    ("split.txt", b"Game: g\n\nPlayer: P\n\n[Main]\n3 Kick\n", "main: 3 Kick", []),
    ("glued.txt", b"Game: g\n3 Kick\nPunch\n", "?: 3 Kick; 1 Punch", []),
    ("comment.txt", b"# first\nGame: g\n# second\nName: n\n[Main]\n3 Kick # third\n", "main: 3 Kick", []),
]

LISTS = [
    ("labelled.txt", b"BORIS (Hero Card)\nKick\nKick\nPunch\n", "hero: 1 BORIS | ?: 1 Kick; 1 Kick; 1 Punch", []),
    ("counted.txt", b"3 Kick\n2x Punch\nSlap x4\n1 Jab\n- 2 3D\n", "?: 3 Kick; 2 Punch; 4 Slap; 1 Jab; 2 3D", []),
    ("senseless.txt", b"0 Kick\n-3 Punch\n999999999999 Slap\n", "?: 0 Kick; -3 Punch; 999999999999 Slap", []),
    ("long.txt", b"3 Kick\n" + b"a" * 5000 + b"\n1 Punch\n", "?: 3 Kick; 1 Punch", ["deck/bad-line error 2"]),
    ("quotes.txt", b'1 "Kick"\n2 The "Best"\n' + b'3 "' * 200 + b"\n", None, []),
]

JSON = [
    ("native.json", b'{"game":"g","zones":{"hero":["Boris"],"main":["3 Kick",{"name":"Punch","quantity":2}]}}', "hero: 1 Boris | main: 3 Kick; 2 Punch", []),
    ("maps.json", b'{"hero":"Boris","main":{"Kick":3,"Punch":2},"sideboard":{"Slap":1}}', "hero: 1 Boris | main: 3 Kick; 2 Punch | side: 1 Slap", []),
    ("ids.json", b'{"deck_id":"x","hero_card_def_id":"h_1","card_entries":[{"card_def_id":"a_2","count":4}]}', "hero: 1 h_1 <h_1> | main: 4 a_2 <a_2>", []),
    ("named.json", b'{"cards":[{"id":"a_2","count":4,"_card_name":"Kick"}]}', "main: 4 Kick <a_2>", []),
    ("list.json", b'[{"name":"Kick","qty":3},{"card":"Punch","count":"2x"},{"name":"Slap","quantity":1.0,"section":"Side"}]', "?: 3 Kick; 2 Punch | side: 1 Slap", []),
    ("pairs.json", b'{"main":[[3,"Kick"],["Punch",2]]}', "main: 3 Kick; 2 Punch", []),
    ("badcount.json", b'{"main":[{"name":"Kick","quantity":"three"},{"name":"Punch","quantity":true}]}', "main: 1 Kick; 1 Punch", ["deck/bad-line error 1", "deck/bad-line error 1"]),
    ("noname.json", b'{"main":[{"quantity":3},{"name":"Kick","quantity":3}]}', "main: 3 Kick", ["deck/bad-line error 1"]),
    ("twice.json", b'{"main":{"Kick":3,"Kick":2}}', "main: 2 Kick", ["deck/bad-line error 1"]),
    ("unknown.json", b'{"main":["3 Kick"],"maybeboard":["1 Punch"]}', "main: 3 Kick | ?: 1 Punch", ["deck/unknown-section warning 1"]),
    ("broken.json", b'{"main": [\n"3 Kick",\n}', "", ["deck/unreadable error 3"]),
    ("bom.json", codecs.BOM_UTF8 + b'{"main":["3 Kick"]}', "main: 3 Kick", []),
    ("scalar.json", b"3", "", ["deck/unreadable error 1"]),
    ("surrogate.json", b'{"main":["3 \\ud800Kick"]}', "main: 3 ?Kick", []),
    ("huge.json", b'{"main":[{"name":"Kick","quantity":' + b"9" * 5000 + b"}]}", "main: 1000000000000000 Kick", []),
]  # fmt: skip

YAML = [
    ("plain.yaml", b"hero: Boris\nmain:\n- 3 Kick\n- {name: Punch, count: 2}\n", "hero: 1 Boris | main: 3 Kick; 2 Punch", []),
    ("slot.yaml", b"champion: Boris\ncards:\n- {number: 4, name: Kick}\n- {number: 5, db_uuid: abc}\n", "champion: 1 Boris | deck: 1 Kick @4; 1 abc <abc> @5", []),
    ("norway.yaml", b"main:\n- No\n- 3D\n- Yes\n", "main: 1 No; 1 3D; 1 Yes", []),
    ("block.yaml", b"main: |\n  3 Kick\n  1 Punch\n", "main: 3 Kick; 1 Punch", []),
    ("alias.yaml", b"main: &m\n- 3 Kick\nside: *m\n", "main: 3 Kick | side: 3 Kick", []),
    ("tag.yaml", b"main:\n- !!python/name:os.system x\n", "", ["deck/unreadable error 2"]),
    ("ownTag.yaml", b"main: !deck\n- 3 Kick\n", "", ["deck/unreadable error 1"]),
    ("twice.yaml", b"main:\n- 3 Kick\nmain:\n- 1 Punch\n", "", ["deck/unreadable error 3"]),
    ("broken.yaml", b"main: [3 Kick\n", "", ["deck/unreadable error 1"]),
    ("noanchor.yaml", b"main: *x\n", "", ["deck/unreadable error 1"]),
]  # fmt: skip

TOML = [
    ("native.toml", b'game = "g"\n[zones]\nhero = ["Boris"]\nmain = ["3 Kick", {name = "Punch", quantity = 2}]\n', "hero: 1 Boris | main: 3 Kick; 2 Punch", []),
    ("tables.toml", b'[zones.main]\nKick = 3\n"D\'oh!" = 1\n[zones.side]\nPunch = 2\n', "main: 3 Kick; 1 D'oh! | side: 2 Punch", []),
    ("broken.toml", b'[zones]\nmain = ["3 Kick"\n', "", ["deck/unreadable error"]),
    ("unknown.toml", b'[zones]\nmian = ["3 Kick"]\n', "?: 3 Kick", ["deck/unknown-section warning 2"]),
]  # fmt: skip

TABLES = [
    ("plain.csv", b"quantity,name,zone\n3,Kick,Main\n1,Punch,Side\n", "main: 3 Kick | side: 1 Punch", []),
    ("order.csv", b"Card Name;Section;Qty\nKick;main;3\nPunch;sideboard;1\n", "main: 3 Kick | side: 1 Punch", []),
    ("tabs.tsv", b"Count\tCard\tSet\tCollector Number\n3\tKick\tHonor\t92\n", "?: 3 Kick [Honor-92]", []),
    ("quoted.csv", b'name,count\n"Rise, Fall",2\n"The ""Best""",1\n', '?: 2 Rise, Fall; 1 The "Best"', []),
    ("titled.csv", b'"My deck"\n\nKick,3,ABC\nPunch,1,ABC\nSlap,2,DEF\n', "?: 3 Kick; 1 Punch; 2 Slap", []),
    ("kinds.csv", b"Boris,1,Hero\nKick,3,Ally\nPunch,1,Quest\n", "hero: 1 Boris | ?: 3 Kick; 1 Punch", []),
    ("rows.csv", b"qty,name\n3,Kick\nSideboard,\n1,Punch\nTotal,4\n", "?: 3 Kick | side: 1 Punch", []),
    ("badcount.csv", b"qty,name\nthree,Kick\n1,Punch\n2,Slap\n2,Jab\n1,3D\n", "?: 1 Kick; 1 Punch; 2 Slap; 2 Jab; 1 3D", ["deck/bad-line error 2"]),
    ("zone.csv", b"qty,name,zone\n3,Kick,Main\n1,Punch,Sied\n1,Slap,Sied\n", "main: 3 Kick | ?: 1 Punch; 1 Slap", ["deck/unknown-section warning 3"]),
    ("header.csv", b"Game: g\nquantity,name\n3,Kick\n", "?: 3 Kick", []),
    ("slot.csv", b"#,Card Name,Section\n4,Kick,Deck\n-,Boris,Champion\n", "deck: 1 Kick @4 | champion: 1 Boris", []),
]  # fmt: skip

MARKDOWN = [
    ("open.md", b"---\ntitle: T\n---\n\n```deck\nKick\n\nPunch\n", "?: 1 Kick; 1 Punch", []),
    ("closed.md", b"Text.\n\n```deck\n3 Kick\n```\nNot a card\n\n```deck\n1 Punch\n```\n", "?: 3 Kick; 1 Punch", ["deck/not-read info 1"]),
    ("heading.md", b"```deck\nKick\n\n## Comments\nSomething\n", "?: 1 Kick", ["deck/not-read info 5"]),
    ("tilde.md", b"~~~ deck\n3 Kick\n~~~\n", "?: 3 Kick", []),
    ("bullets.md", b"# Deck of mine\n## Main\n- 3 Kick\n- 2x [[Punch]]\n* Slap x2\n## Side\n1. Jab\n", "main: 3 Kick; 2 Punch; 2 Slap | side: 1 Jab", []),
    ("slotted.md", b"### Champion\n| # | Card Name |\n|---|---|\n| 1 | [[Boris]] |\n\n### Deck\n\n| # | Card Name |\n| --- | --- |\n\n| 4 | [[Kick]] |\n\n| 5 | [[[Punch]]] |\n", "champion: 1 Boris | deck: 1 Kick @4; 1 Punch @5", []),
    ("links.md", b"### Main ###\n[[Kick]]\n[[Kick|again]]\n", "main: 1 Kick; 1 Kick", []),
    ("table.md", b"| Qty | Name | Zone |\n|:-:|---|---|\n| 3 | Kick | Main |\n| 1 | A\\|B | Side |\n", "main: 3 Kick | side: 1 A|B", []),
    ("prose.md", b"# Report\nI played *this*.\n\n- it was fun\n\n## Main\n3 Kick\n\n## Side (1)\n1 Punch\n", "main: 3 Kick | side: 1 Punch", ["deck/not-read info 2"]),
]  # fmt: skip

TOOLS = [
    ("plain.o8d", b'<?xml version="1.0"?><deck game="x"><section name="Main"><card qty="3" id="u">Kick</card></section><section name="Hero"><card qty="1">Boris</card></section></deck>', "main: 3 Kick <u> | hero: 1 Boris", []),
    ("unknown.o8d", b'<deck><section name="Sied"><card qty="3">Kick</card></section></deck>', "?: 3 Kick", ["deck/unknown-section warning 1"]),
    ("badqty.o8d", b'<deck><section name="Main"><card qty="x">Kick</card></section></deck>', "main: 1 Kick", ["deck/bad-line error 1"]),
    ("broken.o8d", b'<deck>\n<section name="Main"><card qty="3">Kick</section></deck>', "", ["deck/unreadable error 2"]),
    ("entity.o8d", b'<!DOCTYPE d [<!ENTITY a "Kick">]><deck><section name="Main"><card qty="3">&a;</card></section></deck>', "", ["deck/unreadable error"]),
    ("plain.dek", b'<deck version="0.8"><meta><author>A</author></meta><superzone name="Deck"><card><name id="1">Kick</name><set>S</set></card><card><name>Kick</name></card></superzone><superzone name="Sideboard"><card><name>Punch</name></card></superzone></deck>', "main: 1 Kick [S]; 1 Kick | side: 1 Punch", []),
    ("lackey.txt", b"3\tKick\n1\tPunch\n2\tSlap\nSideboard:\n1\tJab\n", "?: 3 Kick; 1 Punch; 2 Slap | side: 1 Jab", []),
    ("plain.mwDeck", b"// Deck file for Magic Workstation\n    3 [6] Kick {6}\nSB: 1 [6] Boris {6}\nSB: 1 [6] Boris Back {6}\nSB: 2 Punch\n", "?: 3 Kick [6] | hero: 1 Boris [6]; 1 Boris Back [6] | side: 2 Punch", []),
    ("tools.deck", b"# HERO  Boris\n# Allies\n3 Kick\n1 Punch\n2 Slap\n# Side deck\n1 Jab\n", "hero: 1 Boris | ?: 3 Kick; 1 Punch; 2 Slap | side: 1 Jab", []),
]  # fmt: skip

NO_DECKS = {
    "README.md": b"# Project\n\nWhat it does.\n\n- fast\n- small\n\n| option | what |\n|---|---|\n| -q | quiet |\n\n```sh\nmake\n```\n",
    "manifest.tsv": b"file\tformat\tas_of\tverdict\trule\treason\na.txt\tg/f\t2002-05-20\tlegal\t\t\nb.txt\tg/f\t2002-05-20\tillegal\tx\t9 copies\n",
    "rulings.tsv": b"ruling\tcard\tdate\n1\tKick\t2002\n2\tPunch\t2003\n",
    "printings.csv": b"card,set,number,rarity\nkick,A,1,C\npunch,A,2,R\n",
    "cards.csv": b"id,name,types,slot\nkick,Kick,Maneuver,4\npunch,Punch,Maneuver,5\n",
    "aliases.csv": b"alias,card,kind\nKickk,kick,misspelling\n",
    "settings.ini": b"[main]\nkey = value\n[side]\nother = 3\n",
    "config.toml": b'format = "g/f"\nselect = ["a"]\n\n[[exception]]\nrule = "x"\n',
    "game.toml": b'id = "g"\n[zones.main]\nlabel = "Main"\nidentity = false\n[deck]\ntitles = "name"\n',
    "list.toml": b'id = "banned"\ncards = ["Kick", "Punch"]\n',
    "package.json": b'{"name": "x", "version": "1.0.0", "dependencies": {"a": "1"}}',
    "cards.json": b'[{"id": 1, "name": "Kick", "text": "t"}, {"id": 2, "name": "Punch", "text": "t"}]',
    "workflow.yml": b"name: CI\non: [push]\njobs:\n  test:\n    steps:\n    - run: make\n",
    "LICENSE": b"MIT License\n\nPermission is hereby granted, free of charge, to any person.\n",
    "script.py": b"import os\n\ndef f(x):\n    return [x]\n",
    "notes.txt": b"We met on Monday.\nThe deck was fine.\n3 people came.\n",
    "page.html": b"<html><body><section><p>3 Kick</p></section></body></html>",
    "requirements.txt": b"click==8\nrich>=13\n",
    "picture.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "empty.txt": b"",
}

ALL = {
    "encodings": ENCODINGS, "empty": EMPTY, "headings": HEADINGS, "headers": HEADERS, "lists": LISTS, "json": JSON,
    "yaml": YAML, "toml": TOML, "tables": TABLES, "markdown": MARKDOWN, "tools": TOOLS,
}  # fmt: skip
