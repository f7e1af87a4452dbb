"""Zip archives of submissions: nothing is unpacked to disk, and every limit that is met is named."""

from __future__ import annotations

import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from datetime import datetime
from typing import IO, Final

from deckcheck.audit.submissions import MAX_DECK_BYTES, Submission, fault, is_junk, too_large
from deckcheck.limits import LIMITS, size_text
from deckcheck.model.finding import Finding

MAX_MEMBERS: Final = LIMITS["ARCHIVE_MEMBERS"]
MAX_DIRECTORY: Final = LIMITS["ARCHIVE_LIST_BYTES"]  # the archive's own list of members, which is read whole
MAX_TOTAL: Final = LIMITS["ARCHIVE_BYTES"]
MAX_RATIO: Final = LIMITS["ARCHIVE_RATIO"]
SMALL: Final = 64 * 1024  # below this a high ratio is harmless: a file of one repeated line

_END: Final = b"PK\x05\x06"
_END_64: Final = b"PK\x06\x06"
_ENCRYPTED: Final = 0x1
_BROKEN: Final = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError, struct.error)


def members(archive: Submission, left_out: list[str], *, load: bool = True) -> Iterator[Submission]:
    """The files in an archive, each a submission; an archive that cannot be opened is one submission with its fault.

    Raises OSError where the file cannot be opened.
    """
    with open(archive.path, "rb") as stream:
        trouble = _directory_fault(stream)
        if trouble is None:
            try:
                opened = zipfile.ZipFile(stream)
            except _BROKEN:
                trouble = fault("the archive is damaged or no zip archive", help="hand it in again")
        if trouble is not None:
            yield Submission(archive.path, label=archive.label, fault=trouble)
            return
        with opened:
            yield from _members(archive, opened, left_out, load)


def _members(archive: Submission, opened: zipfile.ZipFile, left_out: list[str], load: bool) -> Iterator[Submission]:
    listed = opened.infolist()
    if len(listed) > MAX_MEMBERS:
        message = f"the archive holds {len(listed):,} files, the limit is {MAX_MEMBERS:,}"
        found = fault(message, "deck/limit", found=len(listed), max=MAX_MEMBERS)
        yield Submission(archive.path, label=archive.label, fault=found)
        return
    names: dict[str, int] = {}
    total = count = 0
    for info in listed:
        parts = info.filename.split("/")
        if info.is_dir():
            continue
        if any(map(is_junk, parts)) and ".." not in parts:
            left_out.append(f"{archive.path} ({info.filename})")
            continue
        count += 1
        names[info.filename] = times = names.get(info.filename, 0) + 1
        member = info.filename if times == 1 else f"{info.filename} #{times}"
        handed_in, trouble, data = _time(info), _fault(info), None
        if trouble is None and load:
            if total > MAX_TOTAL:
                message = f"the archive unpacks to more than {size_text(MAX_TOTAL)}, the limit for one archive"
                trouble = fault(message, "deck/limit", max=MAX_TOTAL)
            else:
                data, trouble = _read(opened, info)
                total += len(data or b"")
        yield Submission(archive.path, member, info.filename, None, handed_in, data, trouble)
    if not count:
        yield Submission(archive.path, label=archive.label, fault=fault("the archive holds no files"))


def _read(opened: zipfile.ZipFile, info: zipfile.ZipInfo) -> tuple[bytes | None, Finding | None]:
    """A member's bytes, never more than the limit whatever its header claims; or why there are none."""
    try:
        with opened.open(info) as stream:
            data = stream.read(MAX_DECK_BYTES + 1)
    except _BROKEN as error:
        return None, fault(f"the file cannot be unpacked: {error}", help="hand it in again")
    except OSError as error:
        return None, fault(f"the file cannot be unpacked: {error.strerror or error}")
    if len(data) > MAX_DECK_BYTES:
        return None, too_large(info.file_size)
    return data, None


def _fault(info: zipfile.ZipInfo) -> Finding | None:
    """What forbids to unpack a member, by what the archive says of it."""
    name = info.filename
    if name.startswith("/") or ".." in name.split("/") or name[1:2] == ":":
        return fault("the name leads out of the archive", help="pack the files without absolute paths or ..")
    if info.flag_bits & _ENCRYPTED:
        return fault("the file is encrypted", help="hand it in without a password")
    if name.casefold().endswith(".zip"):
        return fault("an archive inside an archive is not opened", help="pack the files into one archive")
    if info.file_size > MAX_DECK_BYTES:
        return too_large(info.file_size)
    if info.file_size > SMALL and info.file_size > MAX_RATIO * max(1, info.compress_size):
        ratio = info.file_size // max(1, info.compress_size)
        message = f"the file is packed {ratio:,} to 1, the limit is {MAX_RATIO} to 1"
        return fault(message, "deck/limit", found=ratio, max=MAX_RATIO)
    return None


def _time(info: zipfile.ZipInfo) -> int | None:
    """When the member was last changed: the archive tells a local time without zone."""
    try:
        return int(datetime(*info.date_time).timestamp())
    except (ValueError, OverflowError, OSError):
        return None


def _directory_fault(stream: IO[bytes]) -> Finding | None:
    """The finding of an archive whose list of members is too large to be read at all."""
    size = stream.seek(0, os.SEEK_END)
    start = max(0, size - 65_557)  # the end record with the longest comment
    stream.seek(start)
    tail = stream.read()
    stream.seek(0)
    at = tail.rfind(_END)
    if at < 0 or len(tail) < at + 22:
        return None  # zipfile says what is wrong
    (directory,) = struct.unpack_from("<L", tail, at + 12)
    wide = tail.rfind(_END_64, 0, at)
    if wide >= 0 and len(tail) >= wide + 48:
        (directory,) = struct.unpack_from("<Q", tail, wide + 40)
    if directory <= MAX_DIRECTORY:
        return None
    message = f"the archive's list of files has {directory:,} bytes, the limit is {MAX_DIRECTORY:,}"
    return fault(message, "deck/limit", found=directory, max=MAX_DIRECTORY)
