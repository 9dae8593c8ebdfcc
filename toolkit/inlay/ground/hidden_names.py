"""What a caller of `inlay` may have meant by a name that is not there: commands and functions differ where a word is not enough."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping
from typing import Final

OF_COMMANDS: Final[Mapping[str, str]] = {
    "crypt": "verify_modules, rewrap_keys and set_footer_mode",
    "ext": "extension_table and find_extension",
    "footer": "open, edit_footer and convert_footer",
    "index": "add_index, fix_index and strip_index",
    "inspect": "open",
    "pages": "page_table, index_table and bloom_table",
    "recover": "rebuild, for a footer that is lost",
    "scan": "scan_footers",
    "set": "set_metadata",
    "spark": "the package inlay_spark",
    "store": "build_store, refresh_store and plan_store",
}
"""Commands without a function of their name, and the functions that do the same."""


def describe_absent(name: str, known: Collection[str]) -> str:
    """The message of an AttributeError, with the nearest of the names that are `known`."""
    if name in OF_COMMANDS:
        did = f"what `inlay {name}` does is in {OF_COMMANDS[name]}"
        return f"module 'inlay' has no attribute {name!r}; {did}"
    return _suggest("module 'inlay'", name, known)


def refuse_attribute(owner: object, name: str) -> AttributeError:
    """The error of an instance, with the nearest of its attributes; nothing more for names that only Python and notebooks ask for."""
    known = () if name.startswith("_") else [it for it in dir(owner) if not it.startswith("_")]
    return AttributeError(_suggest(f"{type(owner).__name__!r} object", name, known), name=name)


def _suggest(owner: str, name: str, known: Collection[str]) -> str:
    said = f"{owner} has no attribute {name!r}"
    close = difflib.get_close_matches(name, known, n=1)
    return f"{said}; did you mean {close[0]!r}?" if close else said
