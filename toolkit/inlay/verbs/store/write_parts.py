"""Rows of a store go into parts, a part for each schema of files: each is written and synced before anything names it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from secrets import token_hex
from types import TracebackType
from typing import Final, Self

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.ground.arrow_fields import Field
from inlay.ground.arrow_rows import Array, column_in
from inlay.verbs.register.lake_file import LakeFile
from inlay.verbs.register.partitions import infer_type
from inlay.verbs.register.schema.table_types import (
    IntegerType,
    LeafType,
    SimpleType,
    format_type,
)
from inlay.verbs.register.targets.records.entries import (
    build_facts,
    build_statistics,
    join_statistics,
)
from inlay.verbs.store.folder_values import build_of_folders
from inlay.verbs.store.manifest import StoreManifest, StorePart
from inlay.verbs.store.part_file import PartFile
from inlay.verbs.store.part_schema import (
    CHUNKS,
    FILE,
    FOOTER,
    PartSchema,
    SchemaKey,
    join_schema,
)
from inlay.verbs.store.read_files import FileSlice, RecordedFile
from inlay.verbs.store.read_parts import REMOVED
from parquet_format.parquet import FileMetaData

FILES_OF_PART: Final = 1 << 16
_MOST_OPEN: Final = 16
_KEY_TYPES: Final[Mapping[str, LeafType]] = {
    format_type(it): it for it in (IntegerType(64), SimpleType.DATE, SimpleType.STRING)
}


class PartWriters:
    """`parts` are those that were written. What is written is removed again unless it is kept."""

    def __init__(self, folder: str, manifest: StoreManifest) -> None:
        self._folder = folder
        self._generation = manifest.generation + 1
        self._open: dict[SchemaKey, PartFile] = {}
        self._schemas: dict[SchemaKey, PartSchema] = {}
        self._last: tuple[bytes, tuple[str, ...], PartSchema] | None = None
        self._is_kept = False
        self.ids = dict(manifest.ids)
        self.next_id = manifest.next_id
        self.next_file = manifest.next_file
        self.key_types = dict(manifest.partition_types)
        self.parts: list[StorePart] = []
        self._names: list[str] = []
        self.written: set[SchemaKey] = set()
        """The schemas of files of which there was any."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not self._is_kept:
            for part in self._open.values():
                part.abandon()
            for name in self._names:
                with suppress(OSError):
                    os.unlink(os.path.join(self._folder, name))

    def keep(self) -> None:
        """What was written is named now."""
        self._is_kept = True

    def add(self, some: FileSlice) -> None:
        """Files of one schema go into one part."""
        by_schema: dict[SchemaKey, tuple[PartSchema, list[int]]] = {}
        for at, stored in enumerate(some.files):
            schema = self._find_schema(stored, some)
            by_schema.setdefault(schema.key, (schema, []))[1].append(at)
        for schema, places in by_schema.values():
            part = self._find_part(schema)
            columns = self._build(schema, [some.files[at].file for at in places])
            columns[CHUNKS], columns[FOOTER] = some.chunks, some.footers
            if len(by_schema) > 1:
                own = array_from(places, pa.int64())
                columns[CHUNKS], columns[FOOTER] = some.chunks.take(own), some.footers.take(own)
            part.write(columns)

    def close(self) -> None:
        """All that was added is in parts."""
        while self._open:
            self.parts.append(self._close_first())

    def copy(self, schema: PartSchema, batches: Iterable[pa.RecordBatch]) -> None:
        """Rows of other parts, with their numbers."""
        for batch in batches:
            columns = {name: column_in(batch, name) for name in batch.schema.names}
            self._find_part(schema).write(columns)

    def write_removed(self, numbers: Iterable[int]) -> StorePart:
        array = array_from(sorted(numbers), pa.int64())
        part = PartFile(self._choose_path("removed"), REMOVED)
        self._open[b"", (), ()] = part  # a schema that no file has
        part.write({FILE: array})
        return self._close_first()

    def _find_schema(self, stored: RecordedFile, some: FileSlice) -> PartSchema:
        keys = tuple(stored.file.partition)
        if self._last is not None:
            theirs, their_keys, known = self._last
            if theirs is stored.schema and their_keys == keys:
                return known
        elements = FileMetaData.decode(stored.schema).schema
        schema = join_schema(elements, {key: self._choose_type(key, some) for key in keys})
        schema = self._schemas.setdefault(schema.key, schema)
        self._last = stored.schema, keys, schema
        return schema

    def _choose_type(self, key: str, some: FileSlice) -> LeafType:
        """By the first files that have it: whole numbers, days or text. A value that is none says nothing."""
        if key not in self.key_types:
            values = [
                value for it in some.files if (value := it.file.partition.get(key)) is not None
            ]
            self.key_types[key] = format_type(infer_type(values))
        return _KEY_TYPES.get(self.key_types[key], SimpleType.STRING)

    def _find_part(self, schema: PartSchema) -> PartFile:
        key = schema.key
        part = self._open.get(key)
        if part is not None and part.files >= FILES_OF_PART:
            self.parts.append(self._close(key))
            part = None
        if part is None:
            if len(self._open) >= _MOST_OPEN:
                self.parts.append(self._close_first())
            columns = schema.build_schema(schema.describe(self._choose_ids(schema)))
            part = PartFile(self._choose_path("part"), columns)
        self._open.pop(key, None)
        self._open[key] = part  # the last one that was used is the last to be closed
        self.written.add(key)
        return part

    def _close_first(self) -> StorePart:
        first = next(iter(self._open))
        return self._close(first)

    def _close(self, key: SchemaKey) -> StorePart:
        part = self._open[key].close()
        del self._open[key]
        self._names.append(part.name)
        return part

    def _choose_path(self, kind: str) -> str:
        name = f"{kind}-{self._generation:06}-{token_hex(8)}.parquet"
        return os.path.join(self._folder, name)

    def _choose_ids(self, schema: PartSchema) -> dict[str, int]:
        """Those of the files, or one for each name, which other parts have, too."""
        own = [*schema.list_field_ids(), *(None for _ in schema.keys)]
        ids: dict[str, int] = {}
        for name, field_id in zip(schema.names, own, strict=True):
            if field_id is None and name and name not in self.ids:
                self.ids[name] = self.next_id
                self.next_id += 1
            if name:
                ids[name] = self.ids[name] if field_id is None else field_id
        return ids

    def _build(self, schema: PartSchema, files: Sequence[LakeFile]) -> dict[str, Array]:
        described: list[Field] = []
        statistics: list[Mapping[str, Array]] = []
        for at, column in enumerate(schema.describe({})):
            if column is None:
                continue
            if at < schema.file_leaves:
                leaves = [it.record.leaves[at] for it in files]
                arrays = build_statistics(column, leaves, [None] * len(files))
            else:
                key = schema.keys[at - schema.file_leaves]
                arrays = build_of_folders(column, files, key, column.leaf.type)
            described.append(column.field)
            statistics.append(arrays)
        first = self.next_file
        self.next_file += len(files)
        columns = {
            FILE: array_from(range(first, self.next_file), pa.int64()),
            **build_facts(files),
        }
        if described:
            columns["content_stats"] = join_statistics(described, statistics)
        return columns
