"""What a footer says of the file as a whole: extensions of it, and fields that nobody knows here.

Nobody but their authors knows whether they still hold for another file. A seal and an index do not: they are
made anew with every footer.
"""

from __future__ import annotations

from collections.abc import Sequence

from inlay.footers.containers import REGISTRY, RENEWED, Entry, entries_in, payload_of
from inlay_runtime.extension import Extension
from inlay_runtime.finding import Finding
from inlay_runtime.struct import Struct
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import ColumnChunk, ColumnMetaData, FileMetaData, RowGroup


def drop_file_level(metadata: FileMetaData) -> list[str]:
    """Leaves nothing but what is renewed; a sentence for each of the others."""
    notes = [
        f"the extension {_name_of(entry)} of the file is dropped" for entry in _others(metadata)
    ]
    _keep_renewed(metadata)
    unknown = _unknown_fields(metadata)
    if unknown:
        fields = ", ".join(map(str, unknown))
        notes.append(f"unknown fields of the file are dropped: {fields}")
    metadata.remainder = None
    return notes


def merge_file_level(metadata: FileMetaData, others: Sequence[FileMetaData]) -> list[str]:
    """The same, unless all files say the same there."""
    first = _said_by(metadata)
    if all(_said_by(other) == first for other in others):
        return []
    notes = drop_file_level(metadata)
    if not notes:
        notes = ["extensions and unknown fields of some files are dropped: not all files have them"]
    return notes


def list_foreign(record: RowGroup | ColumnChunk | ColumnMetaData) -> list[str]:
    """What a row group or a chunk carries that only its author knows: nobody else can say whether there are offsets in it."""
    if record.extension is None and record.remainder is None:
        return []
    known = (*RENEWED, ColumnEncoding.UUID)
    entries = [entry for entry in _entries(record) if entry.uuid not in known]
    names = [f"the extension {_name_of(entry)}" for entry in entries]
    fields = _unknown_fields(record)
    return [*names, *(f"the unknown field {field}" for field in fields)]


def _said_by(metadata: FileMetaData) -> tuple[object, ...]:
    remainder = metadata.remainder
    content = remainder.content() if remainder is not None else ()
    return *_others(metadata), content


def _entries(metadata: Struct) -> Sequence[Entry]:
    if metadata.extension is None:
        return ()
    entries = entries_in(metadata.extension.payload)
    return (Entry(None, metadata.extension.payload),) if isinstance(entries, Finding) else entries


def _others(metadata: FileMetaData) -> list[Entry]:
    return [entry for entry in _entries(metadata) if entry.uuid not in RENEWED]


def _keep_renewed(metadata: FileMetaData) -> None:
    payload = payload_of([entry for entry in _entries(metadata) if entry.uuid in RENEWED])
    header = metadata.extension.header if metadata.extension is not None else None
    metadata.extension = Extension(payload, header) if payload is not None else None


def _unknown_fields(metadata: Struct) -> list[int]:
    remainder = metadata.remainder
    return [field.field_id for field in remainder.unknown_fields] if remainder is not None else []


def _name_of(entry: Entry) -> str:
    known = REGISTRY.get(entry.uuid)
    return known.name if known is not None else str(entry.uuid or "without a UUID")
