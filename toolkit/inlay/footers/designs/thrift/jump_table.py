"""Thrift with an index: what is asked for is found through the index, and all else by the walk.

A few columns of many cost what these columns cost. More than a quarter of all chunks are walked, which is faster then; so is a
footer whose index is wrong.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, TypeVar

import pyarrow as pa

from inlay.footers.designs.answer_schemas import BOUNDS, PLACEMENT, PageIndex
from inlay.footers.designs.columns_by_path import MOST_DOTS, list_readings
from inlay.footers.designs.design import FooterContents, FooterDesign, NotCarriedError
from inlay.footers.designs.extracted import array_of
from inlay.footers.designs.fetch import CountedFetch, Range
from inlay.footers.designs.page_indexes import read_page_index
from inlay.footers.designs.thrift.find_index import FooterBytes, FoundIndex, find_index
from inlay.footers.designs.thrift.indexed_footer import IndexedFooter, plan_for
from inlay.footers.designs.thrift.walked import BOUNDED, INDEXED, PLACED, ThriftDesign, range_of
from inlay.footers.designs.wanted import WantedChunks, wrap_integers
from inlay.footers.extensions.edit import Options, add_index
from inlay.footers.extensions.shapes import shape_of
from inlay.footers.extensions.struct_bytes import StructBytes
from inlay.footers.index import CannotIndexError, IndexView
from inlay.ground.arrow_rows import make_batch
from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count
from inlay_runtime.columnar import ExtractedColumn, ExtractionPlan
from inlay_runtime.core import load_native
from inlay_runtime.errors import DecodeError, InvalidValueError, RequestError
from inlay_runtime.limits import DEFAULT_LIMITS
from inlay_runtime.text import bytes_of
from parquet_format.parquet import ColumnChunk, FileMetaData, KeyValue, SchemaElement

if TYPE_CHECKING:
    from inlay.footers.index.native_index import IndexReader

T = TypeVar("T")

_CRYPTO: Final = "crypto_metadata"
_INDEXES: Final = plan_for(_CRYPTO, *INDEXED)
_FEW: Final = 64
_SHARE: Final = 4


class JumpTable(FooterDesign):
    """A FileMetaData of Thrift that has an index, or none: then it is walked."""

    name: ClassVar[str] = "jump-table"

    def __init__(self, fetch: CountedFetch, footer: Range) -> None:
        super().__init__(fetch, footer)
        self._data = FooterBytes(fetch, footer)
        self._is_open = False
        self._reader: IndexReader | None = None

    @classmethod
    def build(cls, contents: FooterContents, offset: int) -> bytes:
        struct = StructBytes(contents.thrift, offset, shape_of(FileMetaData))
        try:
            edit = add_index(struct, Options(allow=frozenset({"envelope"})))
        except (CannotIndexError, RefusedError) as error:
            raise NotCarriedError(error.reason) from error
        return contents.thrift if edit is None else edit.footer

    @property
    def num_columns(self) -> int:
        return self._shape()[0]

    @property
    def num_row_groups(self) -> int:
        return self._shape()[1]

    @property
    def schema(self) -> list[SchemaElement]:
        return self._ask(lambda footer: footer.schema, lambda walk: walk.schema)

    @property
    def key_values(self) -> list[KeyValue]:
        return self._ask(lambda footer: footer.key_values, lambda walk: walk.key_values)

    def find(self, paths: Sequence[str]) -> pa.Int32Array:
        reader = self._open_reader()
        if reader is not None:
            columns = [column for path in paths if (column := reader.find(_keys(path))) is not None]
            if len(columns) == len(paths):
                return _array_of(columns)
        return self._ask(
            lambda footer: _array_of([footer.find(_keys(path)) for path in paths]),
            lambda walk: walk.find(paths),
        )

    def place(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        reader = self._open_reader()
        if reader is not None:
            batch = reader.place(columns, row_groups, pa.RecordBatch, PLACEMENT)
            if batch is not None:
                return batch
        return self._ask(
            lambda footer: _answer(footer, _PLACEMENT, columns, row_groups),
            lambda walk: walk.place(columns, row_groups),
        )

    def bounds(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        reader = self._open_reader()
        if reader is not None:
            batch = reader.bounds(columns, row_groups, pa.RecordBatch, BOUNDS)
            if batch is not None:
                return batch
        return self._ask(
            lambda footer: _answer(footer, _BOUNDS, columns, row_groups),
            lambda walk: walk.bounds(columns, row_groups),
        )

    def chunks(
        self, columns: Sequence[int] | None, row_groups: Sequence[int] | None
    ) -> list[ColumnChunk] | None:
        """What is said of chunks, in the order of `place`. None where the footer is better decoded as a whole. Raises RequestError
        for one that there is not."""
        footer = self._indexed
        if footer is None:
            return None
        try:
            wanted = footer.wanted(columns, row_groups)
            _require_few(wanted, footer)
            return footer.chunks(wanted)
        except (DecodeError, RequestError):  # the walk says whether that is so
            return None

    def page_index(self, column: int, row_group: int) -> PageIndex | None:
        places = self._ask(
            lambda footer: _index_places(footer, column, row_group),
            lambda walk: walk.index_places(column, row_group),
        )
        return read_page_index(self._fetch, *places)

    def _ask(
        self, through_index: Callable[[IndexedFooter], T], walked: Callable[[ThriftDesign], T]
    ) -> T:
        footer = self._indexed
        if footer is not None:
            try:
                return through_index(footer)
            except (DecodeError, RequestError):  # the walk says whether that is so
                pass
        return walked(self._walk)

    def _shape(self) -> tuple[int, int]:
        reader = self._open_reader()
        shape = None if reader is None else reader.shape()
        return shape or self._ask(
            lambda footer: (footer.num_columns, footer.num_row_groups),
            lambda walk: (walk.num_columns, walk.num_row_groups),
        )

    def _open_reader(self) -> IndexReader | None:
        """The index as compiled code reads it."""
        if not self._is_open:
            self._is_open = True
            compiled = load_native("inlay.footers.index.native_index")
            index = None if compiled is None else self._find_index()
            if compiled is not None and index is not None:
                data, footer = self._data, self._footer
                self._reader = compiled.open_index(
                    self._fetch,
                    Range,
                    data.known,
                    data.known_start,
                    data.tail_start,
                    footer.offset,
                    footer.length,
                    index.content,
                    index.end,
                    ColumnChunk,
                    SchemaElement,
                    DEFAULT_LIMITS,
                )
        return self._reader

    def _find_index(self) -> FoundIndex | None:
        try:
            return find_index(self._data)
        except DecodeError:
            return None

    @cached_property
    def _indexed(self) -> IndexedFooter | None:
        index = self._find_index()
        try:
            return index and IndexedFooter(self._data, IndexView(*index))
        except DecodeError:
            return None

    @cached_property
    def _walk(self) -> ThriftDesign:
        return ThriftDesign(self._fetch, self._footer)


class _Question(NamedTuple):
    """What is extracted of chunks, and what becomes of it."""

    plan: ExtractionPlan
    fields: Sequence[str]
    answer: pa.Schema


_PLACEMENT: Final = _Question(plan_for(*PLACED), PLACED, PLACEMENT)
_BOUNDS: Final = _Question(plan_for(*BOUNDED), BOUNDED, BOUNDS)


def _answer(
    footer: IndexedFooter,
    question: _Question,
    columns: Sequence[int] | None,
    row_groups: Sequence[int] | None,
) -> pa.RecordBatch:
    wanted = footer.wanted(columns, row_groups)
    _require_few(wanted, footer)
    chunks = footer.extract(wanted, footer.fetch_chunks(wanted), question.plan)
    arrays = [array_of(chunks[name]) for name in question.fields]
    return make_batch([*wanted.ordinals(), *arrays], question.answer)


def _index_places(
    footer: IndexedFooter, column: int, row_group: int
) -> tuple[Range | None, Range | None]:
    wanted = footer.wanted([column], [row_group])
    chunks = footer.extract(wanted, footer.fetch_chunks(wanted), _INDEXES)
    _require_metadata(wanted, chunks)
    at, size, column_at, column_size = (array_of(chunks[name])[0].as_py() for name in INDEXED)
    return range_of(at, size), range_of(column_at, column_size)


def _require_few(wanted: WantedChunks, footer: IndexedFooter) -> None:
    total = footer.num_chunks
    if len(wanted) > _FEW and len(wanted) * _SHARE > total:
        raise InvalidValueError(
            f"{len(wanted)} of {count(total, 'chunk is', 'chunks are')} better walked", 0
        )


def _require_metadata(wanted: WantedChunks, chunks: Mapping[str, ExtractedColumn]) -> None:
    """Of encrypted chunks the walk says what can be known."""
    encrypted = chunks.get(_CRYPTO)
    if encrypted is not None and encrypted.null_count < len(wanted):
        raise InvalidValueError(f"of {count(len(wanted), 'chunk')} some are encrypted", 0)


def _array_of(columns: Sequence[int]) -> pa.Int32Array:
    array_of_columns: pa.Int32Array = wrap_integers(array("i", columns))
    return array_of_columns


def _keys(path: str) -> list[bytes]:
    """The keys that a path of names joined by dots may mean."""
    if "." not in path:
        return [bytes_of(path)]
    if path.count(".") > MOST_DOTS:
        return []
    return [bytes_of("\0".join(names)) for names in list_readings(path)]
