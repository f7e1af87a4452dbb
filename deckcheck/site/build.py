"""Writes the site: the pages, the Python runtime, and deckcheck with its data as one archive.

Every file is listed with its hash in `manifest.json`; the service worker holds what the server delivers against it.
The same input gives the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from deckcheck import __version__
from deckcheck.data.bundled import bundled_folder
from deckcheck.errors import UsageError
from deckcheck.judge.library import Library
from deckcheck.site.runtime import VERSION, WHEEL, runtime_files

ARCHIVE: Final = "deckcheck.zip"
NEEDED: Final = ("defusedxml", "rapidfuzz", "tomli", "yaml")
"""Packages that are taken along from where deckcheck runs: their Python modules, which do without compiled ones."""
LEFT_OUT: Final = ("cli", "importers", "lsp", "site/web")
"""Parts of deckcheck that no page calls."""
MARK: Final = "manifest.json"
SUFFIXES: Final = (".py", ".toml", ".csv", ".html", ".css", ".js")
_WHEN: Final = (1980, 1, 1, 0, 0, 0)


def write_site(out: Path, runtime: Path, data: Sequence[Path] = (), *, force: bool = False) -> dict[str, int]:
    """Write the site into a folder; returns the size of each file in bytes.

    `runtime` is the folder with the Python runtime, `data` are data folders with further games. Raises UsageError for
    a runtime that is not the expected one, a folder that holds something else (unless `force`), and where it cannot be
    written; DataError where a data folder is at fault.
    """
    Library(data).format_ids()  # a game at fault is told here, to whoever writes the site, not to its visitors
    if out.exists() and not (out / MARK).is_file() and not force and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f'"{out}" is not empty and holds no site; name another folder, or --force')
    content = {f"runtime/{name}": body for name, body in runtime_files(runtime).items()}
    content |= dict(_pages())
    content[ARCHIVE] = _archive({**_package(), **_dependencies(), **_games(data)})
    manifest = {
        "version": __version__,
        "python": VERSION,
        "archive": ARCHIVE,
        "wheel": f"runtime/{WHEEL}",
        "data": [f"games/{number}" for number in range(len(data))],
        "files": {name: _integrity(body) for name, body in sorted(content.items()) if name != "sw.js"},
    }
    service = content["sw.js"].decode("utf-8").replace("{{content}}", _digest(repr(manifest["files"]).encode()))
    content["sw.js"] = service.encode("utf-8")
    content[MARK] = (json.dumps(manifest, indent=1) + "\n").encode()
    try:
        for name, body in content.items():
            place = out / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(body)
    except OSError as error:
        raise UsageError(f'cannot write "{error.filename or out}": {error.strerror or error}') from None
    return {name: len(body) for name, body in content.items()}


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:16]


def _integrity(body: bytes) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(body).digest()).decode("ascii")


def _pages() -> Iterator[tuple[str, bytes]]:
    """The pages, with the digests of the audit report's own script and style in the policy of the frame's owner."""
    report = files("deckcheck.audit")
    digests = {
        "{{report style}}": _integrity((report / "report.css").read_bytes()),
        "{{report script}}": _integrity((report / "report.js").read_bytes()),
    }
    for entry in sorted((files("deckcheck.site") / "web").iterdir(), key=lambda one: one.name):
        body = entry.read_bytes()
        if entry.name.endswith(".html"):
            text = body.decode("utf-8")
            for mark, digest in digests.items():
                text = text.replace(mark, digest)
            body = text.encode("utf-8")
        if entry.name.rpartition(".")[2] in ("html", "css", "mjs", "js", "svg", "webmanifest"):
            yield entry.name, body


def _package() -> dict[str, bytes]:
    """deckcheck itself, with the data that come with it."""
    root = Path(__file__).resolve().parent.parent
    found = {f"deckcheck/{name}": body for name, body in _files(root, LEFT_OUT) if not name.startswith("bundled/")}
    found |= {f"deckcheck/site/{name}": (root / "site" / name).read_bytes() for name in ("__init__.py", "bridge.py")}
    bundled = bundled_folder()
    for part in ("formats", "cardpools"):
        found |= {f"deckcheck/bundled/{part}/{name}": body for name, body in _files(bundled / part)}
    return found


def _dependencies() -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for package in NEEDED:
        spec = find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            raise UsageError(f'the Python package "{package}" is missing here; install deckcheck with all it needs')
        root = Path(spec.submodule_search_locations[0])
        found |= {f"{package}/{name}": body for name, body in _files(root) if name.endswith(".py")}
    return found


def _games(data: Iterable[Path]) -> dict[str, bytes]:
    return {f"games/{number}/{name}": body for number, folder in enumerate(data) for name, body in _files(folder)}


def _files(root: Path, left_out: Sequence[str] = ()) -> Iterator[tuple[str, bytes]]:
    """The files below a folder that a site may carry, by their path there."""
    for place in sorted(root.rglob("*")):
        name = place.relative_to(root).as_posix()
        hidden = any(part.startswith((".", "__pycache__")) for part in place.relative_to(root).parts)
        skipped = hidden or any(name == part or name.startswith(f"{part}/") for part in left_out)
        if not skipped and place.suffix in SUFFIXES and place.is_file():
            yield name, place.read_bytes()


def _archive(content: Mapping[str, bytes]) -> bytes:
    """A ZIP archive whose bytes depend on its content alone."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, body in sorted(content.items()):
            archive.writestr(zipfile.ZipInfo(name, _WHEN), body, zipfile.ZIP_DEFLATED, compresslevel=9)
    return out.getvalue()
