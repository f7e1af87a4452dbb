"""Paths as machine formats want them: relative to the run's folder, with slashes, percent-encoded in a URI."""

from __future__ import annotations

import os.path
from pathlib import Path
from urllib.parse import quote


def relative_path(path: str, base: Path | None) -> str:
    """`path` with `/`, relative to `base` where it lies below it, without a leading `./`."""
    if base is not None and os.path.isabs(path):
        inside = os.path.relpath(path, base)
        if not inside.startswith(os.pardir):
            path = inside
    path = path.replace(os.sep, "/")
    while path.startswith("./"):
        path = path[2:].lstrip("/")
    return path


def relative_uri(path: str, base: Path | None) -> str:
    """A URI reference to `path`: relative where it can be; bytes that are not UTF-8 keep their value."""
    path = relative_path(path, base)
    try:
        data = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = path.encode("utf-8", "backslashreplace")
    encoded = quote(data, safe="/")
    if encoded.startswith("//"):
        return "file:" + encoded
    return f"file://{encoded}" if encoded.startswith("/") else encoded
