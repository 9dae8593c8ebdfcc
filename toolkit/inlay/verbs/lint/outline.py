"""What rules on tables read: little of each file, so that a lake of many thousands fits in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from inlay.ground.drift.schema_parts import SchemaParts, parts_of
from inlay.ground.drift.tables import folder_of
from inlay.verbs.lint.believed_counts import is_never_null
from inlay.verbs.lint.column_facts import ColumnFacts
from inlay.verbs.lint.estimate import PAGE
from inlay.verbs.lint.file_facts import FileFacts
from parquet_format.parquet import CompressionCodec, FieldRepetitionType


class FileOutline(NamedTuple):
    """Sizes are in bytes; `codecs` are the names of those in use for more than a few bytes, sorted. `never_null` are optional columns without a null."""

    path: str
    file_size: int
    num_rows: int
    num_row_groups: int
    created_by: str
    schema: SchemaParts
    codecs: tuple[str, ...]
    never_null: tuple[str, ...] = ()


class TableOutline(NamedTuple):
    """The files of one table, in the order of their paths. `folder` is what they have in common, without `key=value` parts."""

    folder: str
    files: Sequence[FileOutline]


def outline_of(facts: FileFacts) -> FileOutline:
    return FileOutline(
        facts.path,
        facts.file_size,
        facts.metadata.num_rows,
        len(facts.row_groups),
        facts.metadata.created_by or "",
        parts_of(facts.schema),
        tuple(sorted(_list_codecs(facts))),
        tuple(column.path for column in facts.columns if _is_never_null(column)),
    )


def _list_codecs(facts: FileFacts) -> set[str]:
    """The names of those that have a page of bytes or more; of all where none has."""
    sizes = Counter[CompressionCodec]()
    for column in facts.columns:
        for codec, size in column.codec_sizes.items():
            sizes[codec] += size
    used = [codec for codec, size in sizes.items() if size >= PAGE] or sizes
    return {codec.name for codec in used}


def _is_never_null(column: ColumnFacts) -> bool:
    """Of a column that could be: at the top of the schema, and optional; by a number of nulls that nothing contradicts."""
    is_optional = column.element.repetition_type == FieldRepetitionType.OPTIONAL
    return is_optional and column.leaf.depth == 1 and is_never_null(column)


class Outlines:
    """Those of a run. Equal schemas, and equal lists of columns, are kept once."""

    def __init__(self) -> None:
        self._schemas: dict[SchemaParts, SchemaParts] = {}
        self._columns: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._tables: dict[str, list[FileOutline]] = {}

    def add(self, outline: FileOutline) -> None:
        schema = self._schemas.setdefault(outline.schema, outline.schema)
        never_null = self._columns.setdefault(outline.never_null, outline.never_null)
        kept = outline._replace(schema=schema, never_null=never_null)
        self._tables.setdefault(folder_of(outline.path), []).append(kept)

    def tables(self) -> Iterable[TableOutline]:
        """Those of more than one file."""
        for folder, files in self._tables.items():
            if len(files) > 1:
                yield TableOutline(folder, sorted(files, key=lambda it: it.path))
