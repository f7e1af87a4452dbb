"""Zip files read with bounds: each member's faults are its own, and no header decides how much memory is taken.

The standard library reads a zip file as a whole or not at all, and unpacks LZMA and BZIP2 without a bound on what comes
out; both would let one member decide over all others. The layout is that of PKWARE's APPNOTE 6.3.
"""

from __future__ import annotations

import bz2
import lzma
import os
import struct
import zlib
from collections.abc import Sequence
from typing import IO, Final

from msgspec import Struct

STORED, DEFLATED, BZIP2, LZMA = 0, 8, 12, 14
MAX_DICTIONARY: Final = 128 * 1024 * 1024
"""Memory that unpacking a member may take, in bytes; packing programs use up to 64 MB of it."""

_END: Final = struct.Struct("<4s4H2LH")
_END_64: Final = struct.Struct("<4sQ2H2L4Q")
_ENTRY: Final = struct.Struct("<4s6H3L5H2L")
_LOCAL: Final = struct.Struct("<4s5H3L2H")
_LONGEST_TAIL: Final = 65_535 + _END.size  # the end record with the longest comment
_WIDE: Final = 0xFFFFFFFF
_UTF_8, _END_MARKED = 0x800, 0x2
_FORBIDDEN: Final = ((0x20, "a patch"), (0x40, "strongly encrypted"), (0x2000, "masked by encryption"))


class ZipError(Exception):
    """A zip file, or one member of it, cannot be read; the text says why."""


class Member(Struct):
    """One file of an archive, as its list of members tells. `end` is where the next one begins, in bytes from the
    start of the file: a member that reaches beyond shares bytes with another."""

    name: str
    flags: int
    method: int
    moment: tuple[int, int, int, int, int, int]
    checksum: int
    packed: int
    size: int
    offset: int
    end: int = 0
    odd: str | None = None


class Directory(Struct):
    """Where the list of members stands: its first byte, its length, and how far all stated places are off."""

    start: int
    length: int
    shift: int


def directory(stream: IO[bytes]) -> Directory:
    """Find the list of members. Raises ZipError where there is none, OSError where the file cannot be read."""
    size = stream.seek(0, os.SEEK_END)
    first = max(0, size - _LONGEST_TAIL)
    stream.seek(first)
    tail = stream.read(_LONGEST_TAIL)
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) < at + _END.size:
        raise ZipError("the archive is damaged or no zip archive")
    *_, length, start, _ = _END.unpack_from(tail, at)
    stop = first + at
    wide = tail.rfind(b"PK\x06\x06", 0, at)
    if wide >= 0 and at - wide >= _END_64.size and tail.rfind(b"PK\x06\x07", wide, at) >= 0:
        *_, length, start = _END_64.unpack_from(tail, wide)
        stop = first + wide
    shift = stop - length - start  # bytes before the archive, of a program that unpacks itself
    if shift < 0:
        raise ZipError("the archive is damaged: its list of files lies outside of it")
    return Directory(start + shift, length, shift)


def members(stream: IO[bytes], found: Directory, most: int) -> tuple[list[Member], int, bool]:
    """The members that the list holds, no more than `most`; how many it holds; and whether it breaks off.

    Raises OSError.
    """
    stream.seek(found.start)
    data = stream.read(found.length)
    listed: list[Member] = []
    at = count = 0
    while at + _ENTRY.size <= len(data) and data[at : at + 4] == b"PK\x01\x02":
        if count < most:
            listed.append(_member(data, at, found.shift))
        at += _ENTRY.size + sum(struct.unpack_from("<3H", data, at + 28))
        count += 1
    _set_ends(listed, found.start)
    return listed, count, at != found.length


def _member(data: bytes, at: int, shift: int) -> Member:
    fields = _ENTRY.unpack_from(data, at)
    _, _, _, flags, method, clock, day, checksum, packed, size, named, extra, *_, offset = fields
    start = at + _ENTRY.size
    raw = data[start : start + named]
    name = raw.decode("utf-8", "replace") if flags & _UTF_8 else raw.decode("cp437")
    moment = ((day >> 9) + 1980, day >> 5 & 15, day & 31, clock >> 11, clock >> 5 & 63, (clock & 31) * 2)
    member = Member(name, flags, method, moment, checksum, packed, size, offset)
    _widen(member, data[start + named : start + named + extra])
    member.offset += shift
    return member


def _widen(member: Member, extra: bytes) -> None:
    """Take the 64-bit sizes that an extra field states where the entry has no room for them."""
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, at)
        if kind == 1:
            wide = extra[at + 4 : at + 4 + length]
            for name in ("size", "packed", "offset"):
                if getattr(member, name) == _WIDE:
                    if len(wide) < 8:
                        member.odd = "its sizes are missing"
                        return
                    setattr(member, name, int.from_bytes(wide[:8], "little"))
                    wide = wide[8:]
        at += 4 + length


def _set_ends(listed: Sequence[Member], start: int) -> None:
    """Tell each member where the one behind it begins; `start` is where the list of members does."""
    end = start
    for member in sorted(listed, key=lambda item: item.offset, reverse=True):
        member.end = end
        end = min(end, member.offset)


def unpack(stream: IO[bytes], member: Member, most: int) -> bytes:
    """The bytes of a member of at most `most` bytes; unpacking ends where there are more than the archive says.

    Raises ZipError where they cannot be had or are not those that were packed, OSError where the file cannot be read.
    """
    most = min(most, member.size)
    data, whole = _plain(_packed(stream, member, most), member, most + 1)
    if len(data) > most:
        raise ZipError(f"it has more than the {member.size:,} bytes that the archive says")
    if not whole:
        raise ZipError("it breaks off")
    if len(data) != member.size:
        raise ZipError(f"it has {len(data):,} bytes where the archive says {member.size:,}")
    if zlib.crc32(data) != member.checksum:
        raise ZipError("its checksum is wrong")
    return data


def _packed(stream: IO[bytes], member: Member, most: int) -> bytes:
    if member.odd is not None:
        raise ZipError(member.odd)
    for flag, what in _FORBIDDEN:
        if member.flags & flag:
            raise ZipError(f"it is {what}")
    if member.offset < 0 or member.offset > member.end:
        raise ZipError("it lies outside of the archive")
    stream.seek(member.offset)
    head = stream.read(_LOCAL.size)
    if len(head) < _LOCAL.size or head[:4] != b"PK\x03\x04":
        raise ZipError("its header is damaged")
    *_, named, extra = _LOCAL.unpack(head)
    start = member.offset + _LOCAL.size + named + extra
    if start + member.packed > member.end:
        raise ZipError("it shares its bytes with another file")
    stream.seek(start)
    return stream.read(min(member.packed, 2 * most + 65536))


def _plain(packed: bytes, member: Member, most: int) -> tuple[bytes, bool]:
    """What a member unpacks to, `most` bytes of it, and whether that is all."""
    try:
        if member.method == STORED:
            return packed[:most], len(packed) <= most
        if member.method == DEFLATED:
            inflate = zlib.decompressobj(-zlib.MAX_WBITS)
            data = inflate.decompress(packed, most)
            return data, inflate.eof
        if member.method == BZIP2:
            bunzip = bz2.BZ2Decompressor()
            return bunzip.decompress(packed, most), bunzip.eof
        if member.method == LZMA:
            return _lzma(packed, member, most)
    except (zlib.error, lzma.LZMAError, OSError, EOFError, ValueError, MemoryError) as error:
        raise ZipError("its packed bytes are damaged") from error
    raise ZipError(f"it is packed by method {member.method}, which is not known here")


def _lzma(packed: bytes, member: Member, most: int) -> tuple[bytes, bool]:
    """LZMA as zip files have it: two bytes of version, two of length, five of properties, then the stream."""
    if len(packed) < 9 or packed[2:4] != b"\x05\x00":
        raise ZipError("its packed bytes are damaged")
    size = -1 if member.flags & _END_MARKED else member.size
    head = packed[4:9] + struct.pack("<q", size)
    unlzma = lzma.LZMADecompressor(lzma.FORMAT_ALONE, memlimit=MAX_DICTIONARY)
    data = unlzma.decompress(head + packed[9:], most)
    return data, unlzma.eof or (size >= 0 and len(data) == size)
