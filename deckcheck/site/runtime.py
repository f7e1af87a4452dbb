"""The Python runtime for browsers that a site ships: which files, checked by their hashes, and how to get them.

The runtime is Pyodide as the npm registry has it, with one wheel of the Python Package Index that must be built for it.
Everything else that deckcheck needs is pure Python, and is taken from where deckcheck itself runs.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from deckcheck.errors import UsageError

VERSION: Final = "314.0.8"
"""The version of the npm package `pyodide`."""
MSGSPEC: Final = "0.23.0"
PLATFORM: Final = "pyemscripten_2026_0_wasm32"
WHEEL: Final = f"msgspec-{MSGSPEC}-cp314-cp314-{PLATFORM}.whl"

FILES: Final = {
    "pyodide.mjs": "1bb8cc14f9405aaa7cd4e00c12edd0a8539de9cc026618d6ee5a9663f367dc70",
    "pyodide.asm.mjs": "22514b8be6980e28a02c8b1d6387ce8dfe666fc4edf8d547cff5dce29ff4d972",
    "pyodide.asm.wasm": "e14d49ceca9b4a0e274ea918f3a898de2d3880b6e5573a6cfe1a2267ecc70329",
    "python_stdlib.zip": "2bd3394a145bfbbe5bbc9d9d6ab9136abbb986c6fef6c142b3a2962227aa5c28",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
    WHEEL: "1836f50ad87e7c56600b648a1b75c3bbcce62835cb1f489435fc5fee8d068831",
}
"""Each file of the runtime with its SHA-256."""

HOW: Final = (
    f"get it with `npm install pyodide@{VERSION}` and `pip download --no-deps --only-binary :all: "
    f"--platform {PLATFORM} --python-version 3.14 --dest node_modules/pyodide msgspec=={MSGSPEC}`, "
    "then pass --runtime node_modules/pyodide"
)


def runtime_files(folder: Path) -> dict[str, bytes]:
    """The files of the runtime by name. Raises UsageError for one that is missing or not the expected one."""
    found = {}
    for name, digest in FILES.items():
        try:
            data = (folder / name).read_bytes()
        except OSError as error:
            raise UsageError(f'the runtime has no readable "{folder / name}" ({error.strerror}); {HOW}') from None
        if hashlib.sha256(data).hexdigest() != digest:
            raise UsageError(f'"{folder / name}" is not the file of Pyodide {VERSION} that this version expects; {HOW}')
        found[name] = data
    return found
