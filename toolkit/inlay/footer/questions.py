"""The questions of `inlay.layouts`, asked of the footer of a file: whichever of its footers is read answers them.

A layout knows neither its file nor the names of its columns. Here is what turns names into ordinals, fetches what lies
elsewhere in the file, and says which file an error is about.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar

from inlay.files.source import open_source, read_at
from inlay.footer.errors import COPY_AGAIN, EncryptedFooterError, FooterError
from inlay.footer.form import Form
from inlay.layouts import Fetch, FetchCost, FooterLayout, PageIndex, Range
from inlay.layouts.find_index import may_have_index
from inlay.layouts.flat_v0 import FlatV0
from inlay.layouts.flat_v1 import FlatV1
from inlay.layouts.in_memory import InMemory
from inlay.layouts.jump_table import JumpTable
from inlay.layouts.walked import ThriftLayout
from inlay.schema.tree import SchemaTree
from inlay.schema.wanted import hint_at
from inlay_runtime.errors import DecodeError, RequestError, TruncatedError
from parquet_format.parquet import KeyValue, SchemaElement

if TYPE_CHECKING:
    import pyarrow as pa

    from inlay.footer.footer import Footer

T = TypeVar("T")
Columns = Sequence[str] | Sequence[int] | None
"""Paths, names joined by dots, or ordinals of leaves; None for all."""

_FLAT: Final[dict[Form, type[FooterLayout]]] = {
    Form.PRIVATE: FlatV0,
    Form.MIGRATION: FlatV1,
    Form.FINAL: FlatV1,
}


class FooterQuestions:
    """Raises EncryptedFooterError for a footer that only a key opens."""

    def __init__(self, footer: Footer) -> None:
        self._footer = footer
        if footer.is_encrypted:
            raise EncryptedFooterError(footer.path, footer.offset)
        with self._explained():
            self._layout = _open_layout(footer)

    @property
    def cost(self) -> FetchCost:
        return self._layout.cost

    @property
    def schema(self) -> list[SchemaElement]:
        with self._explained():
            return self._layout.schema

    @property
    def key_values(self) -> list[KeyValue]:
        with self._explained():
            return self._layout.key_values

    def find(self, paths: Sequence[str]) -> pa.Int32Array:
        with self._explained():
            return self._layout.find(paths)

    def place(self, columns: Columns, row_groups: Sequence[int] | None) -> pa.RecordBatch:
        with self._explained():
            return self._layout.place(self._chosen(columns), row_groups)

    def bounds(self, columns: Columns, row_groups: Sequence[int] | None) -> pa.RecordBatch:
        with self._explained():
            return self._layout.bounds(self._chosen(columns), row_groups)

    def page_index(self, column: str | int, row_group: int) -> PageIndex | None:
        with self._explained():
            (ordinal,) = self._ordinals([column]) if isinstance(column, str) else (column,)
            return self._layout.page_index(ordinal, row_group)

    def _chosen(self, columns: Columns) -> Sequence[int] | None:
        if isinstance(columns, str):
            raise RequestError("columns are a list: write columns=[...]")
        return None if columns is None else self._ordinals(columns)

    def _ordinals(self, columns: Sequence[str] | Sequence[int]) -> Sequence[int]:
        names = [column for column in columns if isinstance(column, str)]
        if not names:
            return [column for column in columns if isinstance(column, int)]
        by_name = dict(zip(names, self._layout.find(names).to_pylist(), strict=True))
        ordinals: list[int] = []
        for column in columns:
            ordinal = by_name[column] if isinstance(column, str) else column
            if ordinal is None:
                raise self._refuse(str(column))
            ordinals.append(ordinal)
        return ordinals

    def _refuse(self, name: str) -> RequestError:
        paths = [".".join(leaf.path) for leaf in SchemaTree(self._layout.schema).leaves]
        return RequestError(
            f"there is no column {name!r}{hint_at(name, dict.fromkeys(paths), paths)}"
        )

    @contextmanager
    def _explained(self) -> Generator[None]:
        try:
            yield
        except DecodeError as error:
            footer = self._footer
            offset = footer.offset + error.offset
            raise FooterError(footer.path, offset, str(error), COPY_AGAIN, "decode") from error


def _open_layout(footer: Footer) -> FooterLayout:
    """In the layout of what is read: the FlatBuffer that vouches for the Thrift as well, or the Thrift."""
    if footer.may_have_flatbuffer:
        flat = footer.flat
        cls = _FLAT.get(flat.form)
        is_read = flat.form is Form.FINAL or flat.agrees or footer.is_derived
        if cls is not None and flat.root is not None and flat.content is not None and is_read:
            place = Range(footer.offset + flat.content.start, len(flat.data))
            return cls.open(fetch_beside(footer, place, flat.data), place)
    thrift = footer.thrift
    place = Range(footer.offset, len(thrift))
    cls = JumpTable if may_have_index(thrift) else ThriftLayout
    return cls.open(fetch_beside(footer, place, thrift), place)


def fetch_beside(footer: Footer, place: Range, data: bytes) -> Fetch:
    """A Fetch with `data` at `place`, and the bytes of the file everywhere else.

    It raises TruncatedError for ranges that end outside, and RequestError where the footer was not read from a file.
    """
    return _BesideFooter(footer, place, data)


class _BesideFooter(InMemory):
    __slots__ = ("_footer", "_place")

    def __init__(self, footer: Footer, place: Range, data: bytes) -> None:
        super().__init__(data, place.offset)
        self._footer = footer
        self._place = place

    def __call__(self, ranges: Sequence[Range]) -> Sequence[bytes | memoryview]:
        place, footer = self._place, self._footer
        if all(_is_within(part, place) for part in ranges):
            return super().__call__(ranges)
        for part in ranges:
            if not (_is_within(part, place) or _is_within(part, Range(0, footer.file_size))):
                what = f"{part.length} bytes at {part.offset}, and the file has {footer.file_size}"
                raise TruncatedError(what, 0)
        if footer.source is None:
            raise RequestError("this footer was not read from a file, and more of it is asked for")
        with open_source(footer.source) as file:
            return [
                (
                    self.part(part)
                    if _is_within(part, place)
                    else read_at(file, part.offset, part.length)
                )
                for part in ranges
            ]


def _is_within(part: Range, whole: Range) -> bool:
    end = part.offset + part.length
    return part.length >= 0 and whole.offset <= part.offset and end <= whole.offset + whole.length
