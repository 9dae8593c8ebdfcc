"""What a caller of `inlay` may have meant by a name that it does not have: commands and functions differ where a word is not enough."""

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
    said = f"module 'inlay' has no attribute {name!r}"
    if name in OF_COMMANDS:
        return f"{said}; what `inlay {name}` does is in {OF_COMMANDS[name]}"
    close = difflib.get_close_matches(name, known, n=1)
    return f"{said}; did you mean {close[0]!r}?" if close else said
