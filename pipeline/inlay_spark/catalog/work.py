"""What one task does: it scans some files, or takes what is stale out of a part; either way it makes a part.

Spark may run a task twice, and takes the rows of one attempt only. So an attempt writes under a name of its
own, in the staging directory, and what it made counts only if its message arrives.
"""

from __future__ import annotations

import json
import pickle
import uuid
import zlib
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from inlay.scan.entries import FileEntry
from inlay.scan.scan import scan_entries
from inlay.scan.schemas import FILE, TABLES, Selection, selection
from inlay.scan.stores import store_of
from inlay_spark.catalog.place import STAGING, Place


@dataclass(frozen=True)
class Order:
    """`files` are to be scanned; or `part` is to be made anew without the files at `stale`."""

    files: list[FileEntry] = field(default_factory=list[FileEntry])
    part: str = ""
    stale: tuple[str, ...] = ()

    def packed(self) -> bytes:
        return zlib.compress(pickle.dumps(self, pickle.HIGHEST_PROTOCOL), 1)

    @classmethod
    def unpacked(cls, data: bytes) -> Order:
        order = pickle.loads(zlib.decompress(data))
        assert isinstance(order, cls)
        return order


@dataclass
class Made:
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
    def from_json(cls, text: str) -> Made:
        values: dict[str, Any] = json.loads(text)
        return cls(**values)


def columns_of(table: str) -> Selection:
    """All of `files`; elsewhere the path leads there. Payloads stay in their files."""
    chosen = selection(table)
    if table in ("files", "problems"):
        return chosen
    about = set(FILE.names) - {"path"}
    return selection(table, [name for name in chosen.columns if name not in about])


class Worker:
    """Travels to the tasks."""

    def __init__(self, directory: str, run: int) -> None:
        self._directory = directory
        self._run = run

    def __call__(self, number: int) -> str:
        """Carries out the order of this number; what it says is a `Made`."""
        return self.carry_out(number).as_json()

    def carry_out(self, number: int) -> Made:
        place = Place(self._directory)
        staging = (STAGING, str(self._run))
        with place.filesystem.open_input_stream(place.at(*staging, f"{number}.order")) as file:
            order = Order.unpacked(file.read())
        made = Made(
            part=f"part-{self._run:06}-{number:06}-{uuid.uuid4().hex[:8]}",
            instead_of=order.part,
            files=len(order.files),
            bytes=sum(file.size for file in order.files),
        )
        with ExitStack() as stack:
            writer = _Parts(place, stack, (*staging, "parts"), made)
            if order.part:
                _rewrite(place, order, writer)
            else:
                _scan(order, writer)
        with place.filesystem.open_output_stream(place.at(*staging, f"{made.part}.done")) as file:
            file.write(made.as_json().encode())  # for the progress bar only
        return made


class _Parts:
    """The files of a part, each opened with the first rows of its table."""

    def __init__(
        self, place: Place, stack: ExitStack, staging: tuple[str, ...], made: Made
    ) -> None:
        self._place = place
        self._stack = stack
        self._staging = staging
        self._made = made
        self._writers: dict[str, pq.ParquetWriter] = {}

    def write(self, table: str, batch: pa.RecordBatch) -> None:
        if batch.num_rows == 0:
            return
        writer = self._writers.get(table)
        if writer is None:
            path = self._place.at(*self._staging, table, f"{self._made.part}.parquet")
            self._place.filesystem.create_dir(path.rpartition("/")[0], recursive=True)
            writer = self._writers[table] = self._stack.enter_context(
                pq.ParquetWriter(
                    path, batch.schema, filesystem=self._place.filesystem, compression="zstd"
                )
            )
        writer.write_batch(batch)
        self._made.rows[table] = self._made.rows.get(table, 0) + batch.num_rows
        if table == "problems":
            readable = pc.sum(batch.column("is_readable").cast(pa.int64())).as_py()
            self._made.unreadable += batch.num_rows - readable


def _scan(order: Order, parts: _Parts) -> None:
    store = store_of([file.path for file in order.files])
    wanted = [columns_of(table) for table in TABLES]
    for table, batch in scan_entries(store, order.files, wanted):
        parts.write(table, batch)


def _rewrite(place: Place, order: Order, parts: _Parts) -> None:
    stale = pa.array(order.stale, pa.string())
    for table in TABLES:
        try:
            file = pq.ParquetFile(place.part(table, order.part), filesystem=place.filesystem)
        except FileNotFoundError:
            continue
        with file:
            for batch in file.iter_batches():
                kept = pc.invert(pc.is_in(batch.column("path"), stale))
                parts.write(table, batch.filter(kept))
