"""What each Superstar changes, and the lists of Superstars: sections (d) and (f) of the rule book notes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from tests.oracle.facts import Card

FEMALE = {
    "Chyna", "Lita", "Trish Stratus", "SmackDown! GM Stephanie McMahon", "Mae Young", "Stacy Keibler",
    "Gail Kim and Molly Holly", "Sable", "Torrie Wilson", "Victoria", "Nidia", "The Fabulous Moolah",
    "Babe of the Year", "Christy", "X-treme Diva", "Mickie James",
}  # fmt: skip
BELT_RESTRICTED = {
    "Dudley Boyz", "Edge and Christian", "Hardy Boyz", "Right to Censor", "Two-Man Power Trip",
    "Brothers of Destruction", "APA", "Hall and Nash", "Billy and Chuck", "3 Minute Warning", "Los Guerreros",
    "Team Angle", "FBI",
}  # fmt: skip
BELTS_NONE = {"The Dangerous Alliance", "The People's Team"}
TAG_TEAM_TRAIT = {
    "Evolution", "Mexicools", "MNM", "The HurriFriends", "The Home Team", "The Heat Seekers", "The Spirit Squad", "DX",
}  # fmt: skip
GROUPS = {
    "@diva": {
        "Stacy Keibler", "Gail Kim and Molly Holly", "Sable", "Torrie Wilson", "Victoria", "Nidia", "Babe of the Year",
        "Christy", "X-treme Diva", "Mickie James",
    },
    "@legend": {
        "The Immortal One", "Rowdy Roddy Piper", "Sgt. Slaughter", "Jake the Snake",
        "The Million Dollar Man Ted DiBiase", "Andre the Giant", "Bobby Heenan", "Junkyard Dog", "Doink",
    },
    "@gm": {
        "Eric Bischoff", "SmackDown! GM Stephanie McMahon", "Paul Heyman", "SmackDown! GM Theodore Long",
    },
    "@chairman": {"Vince McMahon"},
    "@belt-restricted": BELT_RESTRICTED,
}  # fmt: skip
BRANDS = {
    "Eric Bischoff": {"Raw"},
    "SmackDown! GM Stephanie McMahon": {"SmackDown!"},
    "SmackDown! GM Theodore Long": {"SmackDown!"},
}
LOGO_TITLES = {
    "Mankind": {"Tree of Woe", "Get Hardcore"},
    "Cactus Jack": {"Tree of Woe", "Get Hardcore"},
    "Dude Love": {"Tree of Woe"},
    "Brothers of Destruction": {"Brothers 'til the End"},
    "Billy and Chuck": {"Fame-Ass-er", "The One and Only"},
    "3 Minute Warning": {"Rico Enters!"},
    "Team Angle": {"Intelligence", "Integrity", "Intensity", "Do YOU Live By the Three I's?"},
    "Test": {"Managed by Stacy Keibler"},
    "Shelton Benjamin": {"It's All About the Benjamins"},
    "Nidia": {"Tough Enough!"},
}
USER_TITLES = {
    "Hollywood Hulk Hogan": {"No Sell Maneuver"},
    "Hollywood Hulk Hogan (Throwback)": {"No Sell Maneuver"},  # doubtful: the text is that of the older version
    "Al Snow": {"No Sell Maneuver"},
    "Brock Lesnar": {"No Sell Maneuver"},
    "The Immortal One": {"No Sell Maneuver"},
    "The Dangerous Alliance": {"Handicap Match"},
    "The People's Team": {"Handicap Match"},
}
EXTRA_LOGOS = {
    "Big Freak'n Machine": {"Kane"},
    "The Game": {"Triple H"},
    "The People's Champ": {"The Rock"},
    "The Rattlesnake": {"Stone Cold Steve Austin"},
    "The Crippler": {"Chris Benoit"},
    "Los Guerreros": {"Eddie Guerrero"},
    "The Highlight of the Night": {"Chris Jericho"},
    "The Highlight of the Night (Throwback)": {"Chris Jericho"},
    "The Leader of the Edge Army": {"Edge"},
    "The Leader of the Edge Army (Throwback)": {"Edge"},
    "Your Freaking Hero": {"Kurt Angle"},
    "Babe of the Year": {"Trish Stratus"},
    "The Leader of the Peepulation": {"Christian"},
    "The Immortal One": {"Hollywood Hulk Hogan"},
    "The HurriFriends": {"Hurricane", "Stacy Keibler"},
    "The Bookerman": {"Booker T"},
    "The Largest Athlete in Sports Entertainment": {"Big Show"},
    "X-treme Diva": {"Lita"},
    "Mr. Pay-Per-View": {"Rob Van Dam"},
    "The Ultimate Survivor": {"Matt Hardy"},
    "Johnny": {"The Spirit Squad"},
    "Kenny": {"The Spirit Squad"},
    "Mikey": {"The Spirit Squad"},
    "Mitch": {"The Spirit Squad"},
    "Nicky": {"The Spirit Squad"},
    "DX": {"Triple H", "Shawn Michaels"},
}
SIZES = {  # least and most cards of the Arsenal, more Pre-match and Mid-match cards
    "Shawn Michaels": (60, 75, 2, 2),
    "Mae Young": (45, 45, 0, 0),
    "Stacy Keibler": (50, 50, 0, 0),
    "Sable": (50, 50, 0, 0),
    "The Mystery Wrestler": (50, 50, 0, 0),
    "Paul Heyman": (50, 50, 0, 0),
    "The Fabulous Moolah": (45, 45, 0, 0),
    "SmackDown! GM Theodore Long": (50, 50, 0, 0),
    "Andre the Giant": (60, 100, 0, 0),
    "Test": (60, 60, 0, 6),
    "MNM": (60, 60, 10, 0),
}
COPY_LIMITS = {
    "Test": {"unique": 2, "normal": 2, "setup": 2, "backstage": 2},
    "The Phenom": {"normal": 4},
    "Rene Dupree": {"normal": 1, "setup": 1},
}


def titled(*titles: str) -> Callable[[Card], bool]:
    return lambda card: card["title"] in titles


def enforcer(card: Card) -> bool:
    return "Enforcer" in card["types"]


def foreign_object(card: Card) -> bool:
    return "Foreign Object" in card["traits"]


STRIPPED: dict[str, list[tuple[str, Callable[[Card], bool]]]] = {
    "Dudley Boyz": [("Heel", foreign_object)],
    "Deadman Inc": [("Heel", titled("Steel Chain Shot"))],
    "Rob Van Dam": [("Heel", titled("Chair Shot"))],
    "Jamie Noble": [("Heel", titled("Kissing Up to the Stinkin' Fans", "Trailer Park Trash"))],
    "Test": [("Heel", titled("Managed by Stacy Keibler"))],
    "Rhyno": [("Raw", foreign_object)],
    "John Cena": [("Heel", titled("Taunt the Fans", "Steel Chain Shot"))],
    "Nidia": [("Heel", titled("Kissing Up to the Stinkin' Fans", "Trailer Park Trash"))],
    "Paul Heyman": [
        ("SmackDown!", titled("Big Boys Club", "Do You Know Who Else Is Hot?")),
        ("Raw", enforcer),
        ("SmackDown!", enforcer),
    ],
    "Your Freaking Hero": [("Heel", titled("It's True! It's True!")), ("Face", titled("It's True! It's True!"))],
    "Carlito": [("Heel", titled("Spit at Opponent"))],
    "Ken Kennedy": [("Heel", titled("Argue With Tony Chimel"))],
    "Bobby Heenan": [("Raw", enforcer), ("SmackDown!", enforcer)],
}
SETUP_TITLES: dict[str, Callable[[str], bool]] = {
    "Mae Young": lambda title: title == "Puppies! Puppies!",
    "Stacy Keibler": lambda title: title == "Diversion",
    "Vince McMahon": lambda title: title == "No Chance in Hell",
    "Randy Orton": lambda title: title in ("Ego Boost", "European Uppercut"),
    "The Spirit Squad": lambda title: "give me an s" in title.casefold(),
}
NO_TITLES: dict[str, Callable[[str], bool]] = {
    "The Rock": lambda title: title == "Iron Will",
    "Ric Flair": lambda t: t in ("I Can't Be Reading This Right...", "You're as Graceful as a Cow on Ice"),
    "Eric Bischoff": lambda title: "mcmahon" in title.casefold(),
    "The Phenom": lambda title: title == "I'm the Biggest Dog on This Block!",
    "The Ultimate Survivor": lambda title: title == "Version 1.0",
}
BACKSTAGE: dict[str, Callable[[Card], bool]] = {
    "Eric Bischoff": enforcer,
    "SmackDown! GM Stephanie McMahon": enforcer,
    "Stacy Keibler": enforcer,
    "Sable": enforcer,
    "SmackDown! GM Theodore Long": enforcer,
    "Bobby Heenan": enforcer,
    "Paul Heyman": lambda card: enforcer(card) or card["subtype"] == "Stipulation",
    "The Mystery Wrestler": titled("Mankind / Cactus Jack, or ... Dude Love?"),
    "The Spirit Squad": titled("Johnny", "Kenny", "Mikey", "Mitch", "Nicky"),
}
SOFT_MANEUVERS = {
    "Body Slam", "Elbow Drop", "Headlock Takedown", "Press Slam", "Scoop Slam", "Standing Side Headlock",
}  # fmt: skip


def counts_as(name: str, day: date) -> set[str]:
    """Whom a Superstar counts as in card text."""
    late = day >= date(2021, 1, 1)
    if name == "Deadman Inc":
        return set() if late else {"Undertaker"}
    if name == "Cactus Jack":
        return set() if late else {"Mankind"}
    if name == "Two-Man Power Trip":
        return {"Stone Cold Steve Austin", "Triple H"}
    if name == "Brothers of Destruction":
        return {"Undertaker", "Kane"} | ({"Deadman Inc"} if late else set())
    if name == "Gail Kim and Molly Holly":
        return {"Gail Kim", "Molly Holly"} if late else set()
    return set()


def forbids(name: str, card: Card, traits: set[str], zone: str) -> bool:
    """RD-27: whether the ability of a Superstar bans a card from a zone."""
    types, damage, title = card["types"], card["damage"] or 0, card["title"]
    maneuver, pre, mid = bool(card["maneuver"]), bool(card["prematch"]), bool(card["midmatch"])
    arsenal, backlash = zone == "arsenal", zone == "backlash"
    if name in ("Big Show", "Hall and Nash", "Sgt. Slaughter", "The Largest Athlete in Sports Entertainment"):
        return "High Risk" in types
    if name == "Bobby Heenan":
        return "High Risk" in types
    if name == "Lita":
        return "Grapple" in types and damage >= 4
    if name == "APA":
        return arsenal and "Action" in types
    if name == "Spike Dudley":
        if types & {"Grapple", "Submission"} and damage >= 4:
            return True
        return "Set-up" in traits and title != "From the Top Rope"
    if name == "Hollywood Hulk Hogan":
        special = traits & {"Unique", "Universally Unique"} or title in SOFT_MANEUVERS
        return maneuver and "Strike" not in types and not special
    if name in ("Hollywood Hulk Hogan (Throwback)", "Junkyard Dog"):
        return bool(types & {"Submission", "High Risk"})
    if name == "Trish Stratus":
        return "Set-up" in traits or (maneuver and damage >= 4 and "bulldog" not in title.casefold())
    if name == "Test":
        return backlash and pre and not mid and title != "Managed by Stacy Keibler"
    if name in ("Mae Young", "The Fabulous Moolah", "Christy"):
        return maneuver and damage >= 3
    if name == "Goldberg":
        return "Reversal" in types and not card["hybrid"]
    if name == "Torrie Wilson":
        return maneuver and damage >= 4 and "ddt" not in title.casefold()
    if name == "Nidia":
        return maneuver and damage >= 4
    if name == "Paul Heyman":
        return backlash and card["subtype"] == "Stipulation"
    if name == "Shane O' Mac":
        return bool(types & {"Grapple", "Submission"}) and damage >= 4
    if name == "MNM":
        return backlash and mid and not pre
    if name == "Funaki":
        return bool(card["hybrid"])
    if name == "Andre the Giant":
        if "High Risk" in types:
            return True
        return backlash and (pre or mid) and card["subtype"] != "Faction"
    if name == "Ken Kennedy":
        named = "old" in title.casefold()
        return backlash and pre and named and bool(traits & {"Active", "Unique", "Universally Unique"})
    if name == "The Boogeyman":
        if "Reversal" in types or "BASH" in title:
            return False
        return arsenal or (backlash and mid and not pre)
    return False


TEAM_MEMBERS = {
    "Dudley Boyz": {"Buh-Buh Ray Dudley", "D-Von Dudley"},
    "Edge and Christian": {"Edge", "Christian"},
    "Hardy Boyz": {"Matt Hardy", "Jeff Hardy"},
    "Two-Man Power Trip": {"Stone Cold Steve Austin", "Triple H"},
    "Brothers of Destruction": {"Undertaker", "Deadman Inc", "Kane"},
    "Billy and Chuck": {"B.A. Billy Gunn"},
    "The Dangerous Alliance": {"Paul Heyman", "Kurt Angle", "Brock Lesnar", "Undertaker", "Deadman Inc"},
    "The People's Team": {"Edge", "The Rock", "Hollywood Hulk Hogan"},
    "Los Guerreros": {"Eddie Guerrero", "Chavo Guerrero"},
    "Team Angle": {"Shelton Benjamin"},
    "Evolution": {"Triple H", "Ric Flair", "Batista", "Randy Orton"},
    "The HurriFriends": {"Hurricane", "Stacy Keibler"},
    "DX": {"Triple H", "Shawn Michaels"},
    "The Spirit Squad": {"Johnny", "Kenny", "Mikey", "Mitch", "Nicky"},
}
VERSIONS = [{"Undertaker", "Deadman Inc"}, {"Mankind", "Cactus Jack"}]
REMAKES = [
    {"Mankind", "Cactus Jack", "Dude Love"},
    {"Undertaker", "Deadman Inc", "The Phenom", "Revolution Undertaker"},
    {"Kane", "Big Freak'n Machine", "Revolution Kane"},
    {"Triple H", "The Game", "Revolution Triple H"},
    {"The Rock", "The People's Champ"},
    {"Stone Cold Steve Austin", "The Rattlesnake", "Revolution Stone Cold Steve Austin"},
    {"Chris Benoit", "The Crippler"},
    {"Chris Jericho", "The Highlight of the Night"},
    {"Edge", "The Leader of the Edge Army", "Revolution Edge"},
    {"Kurt Angle", "Your Freaking Hero"},
    {"Trish Stratus", "Babe of the Year"},
    {"Christian", "The Leader of the Peepulation"},
    {"Hollywood Hulk Hogan", "The Immortal One"},
    {"Booker T", "The Bookerman"},
    {"Big Show", "The Largest Athlete in Sports Entertainment"},
    {"Lita", "X-treme Diva"},
    {"Rob Van Dam", "Mr. Pay-Per-View"},
    {"Matt Hardy", "The Ultimate Survivor"},
    *({name, f"Revolution {name}"} for name in (
        "Shawn Michaels", "Ric Flair", "Batista", "John Cena", "Rey Mysterio", "Jeff Hardy", "Randy Orton", "Test"
    )),
]  # fmt: skip
