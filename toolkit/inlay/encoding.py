"""New encodings inside files that everyone can still read: `docs/encoding.md`.

inlay.encoding.read_table(path)               what `inlay.read_table` gives, with findings and encodings of one's own
inlay.encoding.add_to_file(path, chooser)     a second encoding beside the first
inlay.encoding.strip_file(path)               the original again, byte for byte
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay.ground.missing import explain_missing_of
from inlay_runtime.lazy_names import lazy_names

if TYPE_CHECKING:
    from inlay.pages.encodings.choose import choose_columns
    from inlay.pages.encodings.on_files import add_to_file, ratify_file, repair_file, strip_file
    from inlay.pages.encodings.plain_footer import EncodingWarning
    from inlay.pages.encodings.plugins import Encodings, ValueEncoding
    from inlay.rows.read import iter_batches, read_table

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
    "inlay.pages.encodings.choose": "choose_columns",
    "inlay.pages.encodings.on_files": "add_to_file ratify_file repair_file strip_file",
    "inlay.pages.encodings.plain_footer": "EncodingWarning",
    "inlay.pages.encodings.plugins": "Encodings ValueEncoding",
    "inlay.rows.read": "iter_batches read_table",
}
"""By module, which is imported when one of its names is first used."""

if not TYPE_CHECKING:
    _get_lazily, __dir__ = lazy_names(__name__, _HOMES)
    __getattr__ = explain_missing_of(__name__, _get_lazily)
