"""What was handed in: every file of the folders, every member of the archives, every row of the form exports."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator

from msgspec import Struct

from deckcheck.audit.archives import members
from deckcheck.audit.forms import Form, MissingColumnError, open_form, rows
from deckcheck.audit.handed_in import EMPTY_ARCHIVE, MAX_DECK_BYTES, FormColumns, Submission, fault, is_junk, too_large
from deckcheck.deckfiles.readers.document import open_file, read_at_most
from deckcheck.errors import UsageError, of_the_machine
from deckcheck.judge.discovery import CONFIGURATION
from deckcheck.judge.unforeseen import unforeseen
from deckcheck.model.finding import Finding

NO_FILE = "this is no file but a device, pipe or socket"
TABLES = (".csv", ".tsv")


class Sources(Struct, frozen=True):
    """Where the submissions are, and how to read them. `exclude` says which files to leave out.

    `zones` are the headings of all zones, folded: a form's column of such a name is that zone of the deck.
    """

    paths: tuple[str, ...]
    columns: FormColumns = FormColumns()
    exclude: Callable[[str], bool] | None = None
    zones: frozenset[str] = frozenset()

    def check(self) -> None:
        """Raise UsageError listing every path that does not exist, and for a form column that no form has."""
        missing = [path for path in self.paths if not os.path.lexists(path)]
        if missing:
            listed = ", ".join(f'"{path}"' for path in missing)
            raise UsageError(f"no such file or folder: {listed}")
        if self.columns != FormColumns():
            self._check_columns()

    def _check_columns(self) -> None:
        """Nothing where some form has the columns asked for: one that lacks them is the fault of who handed it in."""
        first = None
        for found in _files(self, []):
            if found.fault is None and _suffix(found.path) in TABLES:
                try:
                    if isinstance(open_form(found.path, self.columns), Form):
                        return
                except MissingColumnError as missing:
                    first = first or missing
                except Exception:  # it is named when its turn comes
                    continue
        if first is not None:
            raise UsageError(str(first))


def submissions(sources: Sources, left_out: list[str] | None = None, *, load: bool = True) -> Iterator[Submission]:
    """Everything handed in, in a fixed order, each thing once; `load=False` leaves the bytes where they are.

    What is passed over on purpose (hidden files, what archivers leave behind, excluded files) goes to `left_out`.
    """
    passed_over: list[str] = [] if left_out is None else left_out
    for found in _files(sources, passed_over):
        yield from _guarded(found, sources, passed_over, load)


def _files(sources: Sources, left_out: list[str]) -> Iterator[Submission]:
    """The files of all paths, each once."""
    seen: set[str] = set()
    for path in sources.paths:
        for found in _folder(path, sources, left_out) if os.path.isdir(path) else iter([_named(path)]):
            place = os.path.abspath(found.path)
            if place in seen:
                continue
            if len(sources.paths) > 1:  # one folder holds no file twice; many decks need no second list
                seen.add(place)
            yield found


def nothing_in(sources: Sources) -> bool:
    """Whether nothing was handed in: empty archives are results, so that none is lost, but no decks."""
    found = submissions(sources, load=False)
    return all(item.fault is not None and item.fault.message == EMPTY_ARCHIVE for item in found)


def _named(path: str) -> Submission:
    name = os.path.basename(path)
    if not os.path.exists(path):
        return Submission(path, label=name, fault=fault("the link leads nowhere, or in a circle"))
    return Submission(path, label=name)


def _folder(top: str, sources: Sources, left_out: list[str]) -> Iterator[Submission]:
    """The files below a folder, sorted; what cannot be opened, folders too, is a submission with its fault."""
    from deckcheck.audit.folder import results_in

    root = os.path.realpath(top)
    stack = [top]
    while stack:
        here = stack.pop()
        try:
            with os.scandir(here) as scanned:
                entries = sorted(scanned, key=lambda entry: entry.name)
        except OSError as error:
            of_the_machine(error)
            yield Submission(here, label=_label(here, top), fault=_unopened(error, "folder"))
            continue
        folders = []
        results = results_in(here, {entry.name for entry in entries})
        for entry in entries:
            path = os.path.join(here, entry.name)
            if entry.name == CONFIGURATION:
                continue  # the organizer's own: neither handed in nor left out
            if is_junk(entry.name) or entry.name in results or (sources.exclude is not None and sources.exclude(path)):
                left_out.append(path)
            elif entry.is_dir(follow_symlinks=False):
                folders.append(path)
            else:
                yield Submission(path, label=_label(path, top), fault=_no_file(entry, root))
        stack.extend(reversed(folders))


def _label(path: str, top: str) -> str:
    inside = path.startswith(top + os.sep)
    return (path[len(top) + 1 :] if inside else os.path.relpath(path, top)).replace(os.sep, "/")


def _no_file(entry: os.DirEntry[str], root: str) -> Finding | None:
    """Why a folder's entry is no file to read: a link out of the folder or in a circle, a device, a pipe."""
    if entry.is_symlink():
        real = os.path.realpath(entry.path)
        if not os.path.exists(entry.path):
            return fault("the link leads nowhere, or in a circle")
        if os.path.isdir(real):
            return fault("the link leads to a folder and is not followed")
        if not real.startswith(root + os.sep):
            return fault("the link leads out of the folder and is not followed")
    try:
        regular = stat.S_ISREG(entry.stat().st_mode)
    except OSError as error:
        return _unopened(error)
    return None if regular else fault(NO_FILE)


def _unopened(error: OSError, what: str = "file") -> Finding:
    return fault(f"the {what} cannot be opened: {error.strerror or error}")


def _guarded(found: Submission, sources: Sources, left_out: list[str], load: bool) -> Iterator[Submission]:
    """The same as `_open`; whatever goes wrong in one file is the fault of that file and ends nothing else."""
    try:
        yield from _open(found, sources, left_out, load)
    except OSError as error:
        of_the_machine(error)
        yield Submission(found.path, label=found.label, fault=_unopened(error))
    except Exception as error:
        trouble, trace = unforeseen(error, "opening the file")
        yield Submission(found.path, label=found.label, fault=trouble, trace=trace)


def _suffix(path: str) -> str:
    return os.path.splitext(path)[1].casefold()


def _open(found: Submission, sources: Sources, left_out: list[str], load: bool) -> Iterator[Submission]:
    """The submissions in one file: itself, or what an archive or a form export holds."""
    if found.fault is not None:
        yield found
        return
    suffix = _suffix(found.path)
    if suffix == ".zip":
        yield from members(found, left_out, load=load)
        return
    if suffix in TABLES:
        try:
            form = open_form(found.path, sources.columns, sources.zones)
        except MissingColumnError as missing:
            form = fault(str(missing))
        if isinstance(form, Form):
            yield from rows(found, form, load=load)
            return
        if form is not None:
            yield Submission(found.path, label=found.label, fault=form)
            return
    yield _file(found, load)


def _file(found: Submission, load: bool) -> Submission:
    """A file with its bytes, no more of them than the limit."""
    handle = open_file(found.path)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            return Submission(found.path, label=found.label, fault=fault(NO_FILE))
        handed_in = int(status.st_mtime)
        data = read_at_most(handle, MAX_DECK_BYTES + 1) if load else None
    finally:
        os.close(handle)
    if data is not None and len(data) > MAX_DECK_BYTES:
        return Submission(found.path, label=found.label, handed_in=handed_in, fault=too_large(status.st_size))
    return Submission(found.path, None, found.label, None, handed_in, data)
