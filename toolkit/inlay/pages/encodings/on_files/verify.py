"""Both encodings of a file held against their CRCs; nothing is written."""

from __future__ import annotations

from inlay.ground.files.source import open_source
from inlay.pages.encodings.configuration import read_configured
from inlay.pages.encodings.plugins import Encodings
from inlay.pages.encodings.repair import find_damage
from inlay.pages.engine.errors import name_file_in_errors
from inlay.pages.engine.thrift_file import open_thrift
from inlay_runtime.finding import Finding


def verify_file(path: str, *, encodings: Encodings | None = None) -> list[Finding]:
    """Every region, in the new encoding or the old one, and every ratified page, that does not match its CRC; and every
    damaged extension. Other chunks are checked all the same."""
    return check_chunks(path, encodings=encodings)[1]


def check_chunks(path: str, *, encodings: Encodings | None = None) -> tuple[int, list[Finding]]:
    """How many chunks have a new encoding, ratified or not, and what `verify_file` finds in them."""
    known = encodings if encodings is not None else read_configured()
    with name_file_in_errors(path), open_source(path) as source:
        return find_damage(open_thrift(source, path), known)
