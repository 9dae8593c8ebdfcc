"""Who reads each file of a lake, by its footer: on the driver for a small lake, on the workers for a large one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from pyspark.sql import types as spark_types

from inlay.footers.footer.footer import Footer
from inlay.ground.files.entries import FileEntry
from inlay.ground.files.store import Store
from inlay.ground.files.stores import store_of
from inlay.tables.scan.problems import UnreadFile, finding_of
from inlay.tables.scan.scanned_footer import read_all_scanned
from inlay_runtime.errors import InlayError
from inlay_runtime.finding import Finding
from inlay_spark.jobs.file_groups import group_files
from inlay_spark.jobs.numbered_tasks import run_numbered
from inlay_spark.jobs.work_items import pack_entries, unpack_entries
from inlay_spark.rows.errors import UnreadableError
from inlay_spark.rows.opened import open_rows
from inlay_spark.rows.schema import describe_leaves
from inlay_spark.rows.spark_reader import FileReader, choose_reader

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

MOST_ON_DRIVER: Final = 500
"""Files whose footers the driver reads itself: a job costs as much as these."""


class ReadFooter(NamedTuple):
    """What is known of a file from its footer. Of one that cannot be read: `problem`, and nobody knows how many `rows`."""

    entry: FileEntry
    reader: FileReader
    rows: int | None
    problem: Finding | None = None


def read_footers(
    spark: SparkSession,
    paths: Sequence[str],
    files: Sequence[FileEntry],
    schema: spark_types.StructType,
) -> list[ReadFooter]:
    """In the order of `files`. `schema` has the columns that are wanted, with the types that they are to have."""
    if len(files) <= MOST_ON_DRIVER:
        return list(_read(store_of(paths), files, schema))
    groups = list(group_files(files))
    packed = [pack_entries(group) for group in groups]
    messages = run_numbered(spark, len(groups), _Division(list(paths), packed, schema.json()))
    # Tasks come back in the order of their numbers: `collect` keeps that of the partitions.
    said = [each for message in messages for each in json.loads(message)]
    return [
        ReadFooter(entry, FileReader(reader), rows, None if problem is None else Finding(*problem))
        for entry, (reader, rows, problem) in zip(files, said, strict=True)
    ]


class _Division:
    """Travels to the tasks."""

    def __init__(self, paths: list[str], packed: list[bytes], schema: str) -> None:
        self._paths = paths
        self._packed = packed
        self._schema = schema

    def __call__(self, number: int) -> str:
        schema = spark_types.StructType.fromJson(json.loads(self._schema))
        files = unpack_entries(self._packed[number])
        return json.dumps(
            [
                (known.reader, known.rows, None if known.problem is None else _plain(known.problem))
                for known in _read(store_of(self._paths), files, schema)
            ]
        )


def _plain(finding: Finding) -> tuple[object, ...]:
    return (finding.code, finding.offset, finding.what, finding.at, finding.hint)


def _read(
    store: Store, files: Iterable[FileEntry], schema: spark_types.StructType
) -> Iterator[ReadFooter]:
    types = _TypesOfFiles(store)
    is_nullable = all(field.nullable for field in schema.fields)
    for entry, scanned in zip(files, read_all_scanned(store, files), strict=True):
        if isinstance(scanned, UnreadFile):
            yield ReadFooter(entry, FileReader.INLAY, None, scanned.finding)
            continue
        footer = scanned.footer
        try:
            rows = (
                None if footer.is_encrypted else sum(group.num_rows for group in footer.row_groups)
            )
            reader = choose_reader(footer, schema.names)
            if reader is not FileReader.INLAY and not (
                is_nullable and types.fit(entry, footer, schema)
            ):
                reader = FileReader.INLAY
            yield ReadFooter(entry, reader, rows)
        except InlayError as error:
            yield ReadFooter(entry, FileReader.INLAY, None, finding_of(error))


class _TypesOfFiles:
    """The types that files have by themselves, worked out once for each schema: most files of a lake share one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[bytes, spark_types.StructType | None] = {}

    def fit(self, entry: FileEntry, footer: Footer, schema: spark_types.StructType) -> bool:
        """Whether no column is to be widened, and none is a partition besides: Spark would take what it likes."""
        own = self._of(entry, footer)
        if own is None:
            return False
        names = {name.casefold() for name in own.names}
        if any(name.casefold() in names for name in entry.partition):
            return False
        wanted = {field.name: field.dataType for field in schema.fields}
        return all(
            wanted[field.name] == field.dataType for field in own.fields if field.name in wanted
        )

    def _of(self, entry: FileEntry, footer: Footer) -> spark_types.StructType | None:
        key = b"".join(element.encode() for element in footer.metadata.schema)
        if key not in self._known:
            try:
                with open_rows(self._store, entry) as (file, *_):
                    self._known[key] = describe_leaves(file, entry.path)
            except UnreadableError:
                self._known[key] = None
        return self._known[key]
