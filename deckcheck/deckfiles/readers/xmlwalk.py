"""Walks an XML file without building a tree: elements in order, with their line; entities and DTDs are refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

MAX_XML = 8 * 1024 * 1024
"""Largest XML deck file, in characters."""
MAX_DEPTH = 100


class XmlError(Exception):
    """What makes a file no XML deck, and the line."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class EnoughError(Exception):
    """Raised by a callback that needs no more of the file."""


class Walker:
    """Calls `opened(tag, attributes, line)` and `closed(tag, text)`; tags are without namespace, in lower case."""

    def __init__(
        self, opened: Callable[[str, Mapping[str, str], int], None], closed: Callable[[str, str], None]
    ) -> None:
        self.opened, self.closed_ = opened, closed
        self.texts: list[list[str]] = []
        self.parser: Any = None

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""
        line = self.parser.parser.CurrentLineNumber
        self.texts.append([])
        if len(self.texts) > MAX_DEPTH:
            raise XmlError("the file is nested too deeply", line)
        lowered = {key.rpartition("}")[2].lower(): value for key, value in attributes.items()}
        self.opened(tag.rpartition("}")[2].lower(), lowered, line)

    def data(self, text: str) -> None:
        """Text inside the open element."""
        if self.texts:
            self.texts[-1].append(text)

    def end(self, tag: str) -> None:
        """An element ends."""
        self.closed_(tag.rpartition("}")[2].lower(), " ".join("".join(self.texts.pop()).split()))

    def close(self) -> None:
        """Nothing is kept."""


def walk(text: str, opened: Callable[[str, Mapping[str, str], int], None], closed: Callable[[str, str], None]) -> None:
    """Walk a file. Raises XmlError where it is no XML, or uses what no deck file needs."""
    parsed(text, Walker(opened, closed))


def parsed(text: str, walker: Walker) -> None:
    """Walk a file with a walker of one's own. Raises XmlError."""
    from xml.etree.ElementTree import ParseError

    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser

    if len(text) > MAX_XML:
        raise XmlError(f"an XML deck file has at most {MAX_XML // 1024 // 1024} MB")
    parser: Any = DefusedXMLParser(target=walker, forbid_dtd=True, forbid_entities=True, forbid_external=True)
    walker.parser = parser
    try:
        parser.feed(text.lstrip())
        parser.close()
    except EnoughError:
        return
    except ParseError as fault:
        raise XmlError(f"no valid XML: {str(fault).partition(':')[0]}", fault.position[0]) from None
    except DefusedXmlException:
        raise XmlError("an XML deck file may not declare a document type or entities") from None
