"""A language server that the scenarios share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.lsp.session import Shared


@pytest.fixture(scope="session")
def shared() -> Iterator[Shared]:
    made = Shared()
    yield made
    made.close()
