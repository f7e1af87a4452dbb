"""Zip archives of submissions: nothing is unpacked to disk, and every limit that is met is named."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import IO, Final

from deckcheck.audit import zipfiles
from deckcheck.audit.handed_in import EMPTY_ARCHIVE, MAX_DECK_BYTES, Submission, fault, is_junk, too_large
from deckcheck.audit.zipfiles import Member, ZipError
from deckcheck.limits import LIMITS, size_text
from deckcheck.model.finding import Finding

MAX_MEMBERS: Final = LIMITS["ARCHIVE_MEMBERS"]
MAX_DIRECTORY: Final = LIMITS["ARCHIVE_LIST_BYTES"]  # the archive's own list of members, which is read whole
MAX_TOTAL: Final = LIMITS["ARCHIVE_BYTES"]
MAX_RATIO: Final = LIMITS["ARCHIVE_RATIO"]
SMALL: Final = 64 * 1024  # below this a high ratio is harmless: a file of one repeated line
MAX_NAME: Final = 1000

_ENCRYPTED: Final = 0x1


def members(archive: Submission, left_out: list[str], *, load: bool = True) -> Iterator[Submission]:
    """The files in an archive, each a submission; an archive that cannot be opened is one submission with its fault.

    Raises OSError where the file cannot be opened or read.
    """
    with open(archive.path, "rb") as stream:
        try:
            found = zipfiles.directory(stream)
        except ZipError as trouble:
            yield _whole(archive, fault(str(trouble), help="hand it in again"))
            return
        if found.length > MAX_DIRECTORY:
            message = f"the archive's list of files has {found.length:,} bytes, the limit is {MAX_DIRECTORY:,}"
            yield _whole(archive, fault(message, "deck/limit", found=found.length, max=MAX_DIRECTORY))
            return
        listed, count, cut = zipfiles.members(stream, found, MAX_MEMBERS)
        if count > MAX_MEMBERS:
            message = f"the archive holds {count:,} files, the limit is {MAX_MEMBERS:,}"
            yield _whole(archive, fault(message, "deck/limit", found=count, max=MAX_MEMBERS))
            return
        yield from _members(archive, stream, listed, left_out, load)
        if cut:
            message = f"the archive is damaged: its list of files breaks off after {count:,}"
            yield _whole(archive, fault(message, help="hand it in again"))
        elif all(item.name.endswith("/") for item in listed):
            yield _whole(archive, fault(EMPTY_ARCHIVE))


def _whole(archive: Submission, trouble: Finding) -> Submission:
    return Submission(archive.path, label=archive.label, fault=trouble)


def _members(
    archive: Submission, stream: IO[bytes], listed: list[Member], left_out: list[str], load: bool
) -> Iterator[Submission]:
    names: dict[str, int] = {}
    total = 0
    for number, item in enumerate(listed, 1):
        parts = item.name.replace("\\", "/").split("/")
        if item.name.endswith("/"):
            continue
        if any(map(is_junk, parts)) and ".." not in parts:
            left_out.append(f"{archive.path} ({item.name[:MAX_NAME]})")
            continue
        label = item.name.partition("\0")[0][:MAX_NAME] or f"file {number}"
        names[label] = times = names.get(label, 0) + 1
        handed_in, trouble, data = _time(item), _fault(item), None
        if trouble is None and load:
            if total > MAX_TOTAL:
                message = f"the archive unpacks to more than {size_text(MAX_TOTAL)}, the limit for one archive"
                trouble = fault(message, "deck/limit", max=MAX_TOTAL)
            else:
                data, trouble = _read(stream, item)
                total += len(data or b"")
        member = label if times == 1 else f"{label} #{times}"
        yield Submission(archive.path, member, label, None, handed_in, data, trouble)


def _read(stream: IO[bytes], item: Member) -> tuple[bytes | None, Finding | None]:
    """A member's bytes, never more than the limit whatever its header claims; or why there are none."""
    try:
        data = zipfiles.unpack(stream, item, MAX_DECK_BYTES)
    except ZipError as trouble:
        return None, fault(f"the file cannot be unpacked: {trouble}", help="hand it in again")
    return data, None


def _fault(item: Member) -> Finding | None:
    """What forbids to unpack a member, by what the archive says of it."""
    name = item.name.replace("\\", "/")
    if not name or "\0" in name or len(name) > MAX_NAME:
        what = f"a name of more than {MAX_NAME:,} characters" if len(name) > MAX_NAME else "no name, or one with a NUL"
        return fault(f"the file has {what}", help="pack it again under a plain name")
    if name.startswith("/") or ".." in name.split("/") or name[1:2] == ":":
        return fault("the name leads out of the archive", help="pack the files without absolute paths or ..")
    if item.flags & _ENCRYPTED:
        return fault("the file is encrypted", help="hand it in without a password")
    if name.casefold().endswith(".zip"):
        return fault("an archive inside an archive is not opened", help="pack the files into one archive")
    if item.size > MAX_DECK_BYTES:
        return too_large(item.size)
    if item.size > SMALL and item.size > MAX_RATIO * max(1, item.packed):
        ratio = item.size // max(1, item.packed)
        message = f"the file is packed {ratio:,} to 1, the limit is {MAX_RATIO} to 1"
        return fault(message, "deck/limit", found=ratio, max=MAX_RATIO)
    return None


def _time(item: Member) -> int | None:
    """When the member was last changed: the archive tells a local time without zone."""
    try:
        return int(datetime(*item.moment).timestamp())
    except (ValueError, OverflowError, OSError):
        return None
