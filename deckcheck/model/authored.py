"""What every authored model is: a struct whose keys are declared once, each with its meaning."""

# annotations are real here, not text: msgspec evaluates them when the first file is read
from typing import Annotated, Any

import msgspec
from msgspec import Meta


class Authored(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    dict=True,
    rename={"from_": "from", "class_": "class", "is_": "is"},
):
    """Base of all authored models: unknown keys are refused, values never change after loading."""

    def settle(self, **values: Any) -> None:
        """Set a field while the model is being built (short spellings become long ones)."""
        for name, value in values.items():
            msgspec.structs.force_setattr(self, name, value)


class AuthoringError(ValueError):
    """What a model refuses of a table as a whole; knows the key at fault (empty: the table) and a remedy."""

    def __init__(self, message: str, key: str = "", help: str | None = None) -> None:
        super().__init__(message)
        self.key, self.help = key, help


def meaning(text: str) -> Meta:
    """What a key means, in a line; stands in the format reference and in the JSON Schemas."""
    return Meta(description=text)


class SourceRef(Authored, frozen=True, kw_only=True):
    """Where a statement stands: a key of sources.toml and a section."""

    document: Annotated[str, meaning("a key of sources.toml")]
    section: Annotated[str | None, meaning("where in it")] = None
