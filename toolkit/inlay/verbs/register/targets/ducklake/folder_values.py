"""The value of a column that stands in the name of a folder: a mapping leaves it to DuckDB to find it in the path of the file."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote_to_bytes

from inlay.ground.files.entries import NULL_PARTITION
from inlay.ground.refusals import RefusedError
from inlay.verbs.register.lake_file import LakeFile
from inlay.verbs.register.partitions import normalize_text
from inlay.verbs.register.schema.table_leaves import TableLeaf
from inlay.verbs.register.targets.ducklake.catalog import make_absolute

_SEPARATOR: Final = re.compile(r"[/\\]")
_FOLDER: Final = re.compile(r"[^=?\n]+=[^=?\n]*")


def read_folder(file: LakeFile, leaf: TableLeaf) -> str | None:
    """As a column of the table has it; None for null. Raises RefusedError for a text that is no value of the type, or that DuckDB reads
    as another one."""
    name = leaf.path[0]
    text = file.partition[name]
    if not _is_read_alike(make_absolute(file.path), name, text):
        what = f"partition column {name}: its path says {text!r}, and DuckDB reads that otherwise"
        raise RefusedError("partition", what, "give the folder another name", file.path)
    value = None if text is None else normalize_text(text, leaf.type)
    if text is None or value is not None:
        return value
    what = f"partition column {name}: the table has no such value as {text!r}"
    raise RefusedError("partition", what, path=file.path)


def _is_read_alike(path: str, name: str, text: str | None) -> bool:
    """DuckDB takes the first folder of that name, wherever it stands in the path. Only values are unescaped, none has `=` or `?` as it
    stands, and `null` is null."""
    for folder in _SEPARATOR.split(path)[:-1]:
        key, _, value = folder.partition("=")
        if key == name and _FOLDER.fullmatch(folder):
            if text is None:
                return value == NULL_PARTITION
            return value.lower() != "null" and unquote_to_bytes(value) == text.encode()
    return False
