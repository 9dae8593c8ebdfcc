"""What the footer says of a Variant as a whole: by its metadata, which it has where it is not null."""

from __future__ import annotations

from typing import Final

from inlay.verbs.register.record import FileRecord, LeafRecord
from parquet_format.parquet import FieldRepetitionType

_METADATA: Final = "metadata"
_VALUE: Final = "value"
_UNSHREDDED: Final = ([(_METADATA,), (_VALUE,)], [(_VALUE,), (_METADATA,)])


def find_counted(record: FileRecord, path: tuple[str, ...]) -> LeafRecord | None:
    """The leaf whose values and nulls are those of the Variant at this path of the file; None where a Variant without metadata may be no
    null, or its nulls are not counted."""
    leaf = next((it for it in record.leaves if it.path == (*path, _METADATA)), None)
    if leaf is None or leaf.rules.element.repetition_type != FieldRepetitionType.REQUIRED:
        return None
    return None if leaf.values is None or leaf.nulls is None else leaf


def measure_plain(record: FileRecord, path: tuple[str, ...]) -> int | None:
    """Bytes of all Variants at this path together. Of shredded ones nobody knows: they are put together from their columns."""
    below = [it for it in record.leaves if it.path[: len(path)] == path]
    if [it.path[len(path) :] for it in below] not in _UNSHREDDED:
        return None
    known = [it.plain for it in below if it.plain is not None]
    return sum(known) if len(known) == len(below) else None
