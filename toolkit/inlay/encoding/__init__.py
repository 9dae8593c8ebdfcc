"""New encodings inside files that everyone can still read: `docs/encoding.md`.

inlay.encoding.read_table(path)               what `inlay.read_table` gives, with findings and encodings of one's own
inlay.encoding.add_to_file(path, chooser)     a second encoding beside the first
inlay.encoding.strip_file(path)               the original again, byte for byte
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inlay.encoding.choose import choose_columns
    from inlay.encoding.on_files import add_to_file, ratify_file, repair_file, strip_file
    from inlay.encoding.plain_footer import EncodingWarning
    from inlay.encoding.plugins import Encodings, ValueEncoding
    from inlay.read import iter_batches, read_table

__all__ = [
    "EncodingWarning",
    "Encodings",
    "ValueEncoding",
    "add_to_file",
    "choose_columns",
    "iter_batches",
    "ratify_file",
    "read_table",
    "repair_file",
    "strip_file",
]

_HOMES = {
    "EncodingWarning": "inlay.encoding.plain_footer",
    "Encodings": "inlay.encoding.plugins",
    "ValueEncoding": "inlay.encoding.plugins",
    "add_to_file": "inlay.encoding.on_files",
    "choose_columns": "inlay.encoding.choose",
    "iter_batches": "inlay.read",
    "ratify_file": "inlay.encoding.on_files",
    "read_table": "inlay.read",
    "repair_file": "inlay.encoding.on_files",
    "strip_file": "inlay.encoding.on_files",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Imported when it is first used, so that a command pays for no more than it needs."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
