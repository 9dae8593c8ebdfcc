"""What one task does: it scans some files, or takes what is stale out of a part; either way it makes a part.

Spark may run a task twice, and takes the rows of one attempt only. So an attempt writes under a name of its
own, in the staging directory, and what it made counts only if its message arrives.
"""

from __future__ import annotations

import json
import uuid
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from inlay.footers.designs.build import array_from
from inlay.ground.files.entries import FileEntry
from inlay.ground.files.stores import store_of
from inlay.tables.scan.scan import scan_entries
from inlay.tables.scan.schemas import FILE, TABLES, ColumnSelection, select_columns
from inlay_spark.catalog.directory import CatalogDirectory
from inlay_spark.jobs.directory import STAGING
from inlay_spark.jobs.notes import leave_note
from inlay_spark.jobs.watching import Advance
from inlay_spark.jobs.work_items import entries_as_json, entries_from_json, read_item

RESULT: Final = "result"
"""The key of a note for what its attempt made: the next run takes that, if this one is cut off."""


@dataclass(frozen=True)
class WorkItem:
    """`files` are to be scanned; or `part` is to be made anew without the files at `stale`."""

    files: list[FileEntry] = field(default_factory=list[FileEntry])
    part: str = ""
    stale: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {"files": entries_as_json(self.files), "part": self.part, "stale": self.stale}

    @classmethod
    def from_json(cls, value: Any) -> WorkItem:
        """ValueError, KeyError or TypeError for what is none."""
        files, part, stale = entries_from_json(value["files"]), value["part"], value["stale"]
        if not all(isinstance(text, str) for text in (part, *stale)):
            raise TypeError("a part and what is stale in it have names")
        if "/" in part:
            raise TypeError(f"{part!r} is not the name of a part")
        return cls(files, part, tuple(stale))


@dataclass
class AttemptResult:
    """What an attempt tells the driver: the part that it made, and in place of which."""

    part: str
    instead_of: str = ""
    files: int = 0
    bytes: int = 0
    unreadable: int = 0
    rows: dict[str, int] = field(default_factory=dict[str, int])

    def as_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> AttemptResult:
        values: dict[str, Any] = json.loads(text)
        return cls(**values)


def columns_of(table: str) -> ColumnSelection:
    """All of `files`, `problems` and `others`; elsewhere the path leads there. Payloads stay in their files."""
    chosen = select_columns(table)
    if table in ("files", "problems", "others"):
        return chosen
    about = set(FILE.names) - {"path"}
    return select_columns(table, [name for name in chosen.columns if name not in about])


class CatalogWorker:
    """Travels to the tasks."""

    directory_class: ClassVar[type[CatalogDirectory]] = CatalogDirectory

    def __init__(self, directory: str, run: int) -> None:
        self._directory = directory
        self._run = run

    def __call__(self, number: int) -> str:
        """Carries out the item of this number; what it says is an `AttemptResult`."""
        return self.carry_out(number).as_json()

    def carry_out(self, number: int) -> AttemptResult:
        directory = self.directory_class(self._directory)
        run = str(self._run)
        item = read_item(directory, run, number, WorkItem.from_json)
        result = AttemptResult(
            part=f"part-{self._run:06}-{number:06}-{uuid.uuid4().hex[:8]}",
            instead_of=item.part,
            files=len(item.files),
            bytes=sum(file.size for file in item.files),
        )
        parts = Parts(directory, (STAGING, run, "parts"), result)
        with parts.open_files:
            if item.part:
                _rewrite(directory, item, parts)
            else:
                self.scan(item.files, parts)
        parts.sync()
        advance = Advance(result.files, result.bytes, result.unreadable)
        leave_note(directory, run, result.part, advance, {RESULT: asdict(result)})
        return result

    def scan(self, files: list[FileEntry], parts: Parts) -> None:
        """Writes the rows about these files."""
        wanted = [columns_of(table) for table in TABLES]
        for table, batch in scan_entries(store_of([file.path for file in files]), files, wanted):
            parts.write(table, batch)


class Parts:
    """The files of a part, each opened with the first rows of its table."""

    def __init__(
        self, directory: CatalogDirectory, staging: tuple[str, ...], result: AttemptResult
    ) -> None:
        self.open_files = ExitStack()
        self._directory = directory
        self._staging = staging
        self._result = result
        self._writers: dict[str, pq.ParquetWriter] = {}

    def write(self, table: str, batch: pa.RecordBatch) -> None:
        if batch.num_rows == 0:
            return
        if table not in self._writers:
            self._writers[table] = self.open_files.enter_context(self._writer(table, batch.schema))
        self._writers[table].write_batch(batch)
        self._result.rows[table] = self._result.rows.get(table, 0) + batch.num_rows
        if table == "problems":
            readable = pc.sum(batch.column("is_readable").cast(pa.int64())).as_py()
            self._result.unreadable += batch.num_rows - readable

    def _writer(self, table: str, schema: pa.Schema) -> pq.ParquetWriter:
        self._directory.make(*self._staging, table)
        return pq.ParquetWriter(
            self._directory.at(*self._file(table)),
            schema,
            filesystem=self._directory.filesystem,
            compression="zstd",
        )

    def _file(self, table: str) -> tuple[str, ...]:
        return (*self._staging, table, f"{self._result.part}.parquet")

    def sync(self) -> None:
        """Before the manifest names them: it is synced, too."""
        for table in self._writers:
            self._directory.sync(*self._file(table))


def _rewrite(directory: CatalogDirectory, item: WorkItem, parts: Parts) -> None:
    stale = array_from(item.stale, pa.string())
    for table in directory.tables:
        try:
            file = pq.ParquetFile(directory.part(table, item.part), filesystem=directory.filesystem)
        except FileNotFoundError:
            continue
        with file:
            for batch in file.iter_batches():
                kept = pc.invert(pc.is_in(batch.column("path"), stale))
                parts.write(table, batch.filter(kept))
