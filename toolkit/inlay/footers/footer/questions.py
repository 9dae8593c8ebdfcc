"""The questions of `inlay.layouts`, asked of the footer of a file: whichever of its footers is read answers them.

A layout knows neither its file nor the names of its columns. Here is what turns names into ordinals, fetches what lies
elsewhere in the file, and says which file an error is about.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar, cast

from inlay.footers.containers.layout_content import read_layout_head
from inlay.footers.designs.answers import PageIndex
from inlay.footers.designs.build import array_from
from inlay.footers.designs.fetch import FetchCost, Range
from inlay.footers.designs.find_index import may_have_index
from inlay.footers.designs.flat_v0 import FlatV0
from inlay.footers.designs.flat_v1 import FlatV1
from inlay.footers.designs.jump_table import JumpTable
from inlay.footers.designs.layout import FooterLayout, NotCarriedError
from inlay.footers.designs.walked import ThriftLayout
from inlay.footers.designs.wanted import WantedChunks
from inlay.footers.designs.with_walk import LayoutWithWalk
from inlay.footers.footer.beside import open_layout
from inlay.footers.footer.errors import COPY_AGAIN, EncryptedFooterError, FooterError
from inlay.footers.footer.fetch_again import fetch_beside
from inlay.footers.footer.form import Form
from inlay.footers.footer.trailer import ends_in_layout
from inlay.ground.mistakes import require_names
from inlay.ground.refusals import FormError
from inlay.ground.schema.names import (
    ColumnNameError,
    find_column,
    list_leaves,
    list_named,
    quote_column,
)
from inlay.ground.schema.tree import SchemaTree
from inlay_runtime.containers import spec_bounds
from inlay_runtime.errors import DecodeError
from inlay_runtime.finding import Finding
from parquet_format.parquet import ColumnChunk, KeyValue, SchemaElement

if TYPE_CHECKING:
    import pyarrow as pa

    from inlay.footers.footer.footer import Footer

T = TypeVar("T")
_MOST_NAMES: Final = 3
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
        names = require_names(paths, "paths")
        with self._explained():
            return self._find(names)

    def place(self, columns: Columns, row_groups: Sequence[int] | None) -> pa.RecordBatch:
        with self._explained():
            return self._layout.place(self._chosen(columns), row_groups)

    def bounds(self, columns: Columns, row_groups: Sequence[int] | None) -> pa.RecordBatch:
        with self._explained():
            return self._layout.bounds(self._chosen(columns), row_groups)

    def chunks(self, columns: Columns, row_groups: Sequence[int] | None) -> list[ColumnChunk]:
        with self._explained():
            chosen = self._chosen(columns)
            if isinstance(self._layout, JumpTable):
                chunks = self._layout.chunks(chosen, row_groups)
                if chunks is not None:
                    return chunks
            layout, groups = self._layout, self._footer.row_groups
            wanted = WantedChunks(chosen, row_groups, layout.num_columns, len(groups))
            for at in wanted.row_groups:
                if len(groups[at].columns) != layout.num_columns:
                    what = f"row group {at} has {len(groups[at].columns)} chunks of {layout.num_columns} columns"
                    raise NotCarriedError(what)
            return [
                groups[group].columns[column]
                for column in wanted.columns
                for group in wanted.row_groups
            ]

    def page_index(self, column: str | int, row_group: int) -> PageIndex | None:
        with self._explained():
            (ordinal,) = self._ordinals([column]) if isinstance(column, str) else (column,)
            return self._layout.page_index(ordinal, row_group)

    def _find(self, names: Sequence[str]) -> pa.Int32Array:
        """A path is looked for as the layout does it; only who writes quotes waits for the whole schema."""
        answer = self._layout.find(names)
        if not answer.null_count or not any('"' in name for name in names):
            return answer
        ordinals: list[int | None] = answer.to_pylist()
        tree = SchemaTree(self._layout.schema)
        for at, name in enumerate(names):
            if ordinals[at] is None and list_named(tree, name):
                node = find_column(tree, name)
                ordinals[at] = next(
                    (at for at, leaf in enumerate(tree.leaves) if leaf is node), None
                )
        return cast("pa.Int32Array", array_from(ordinals, answer.type))

    def _chosen(self, columns: Columns) -> Sequence[int] | None:
        if isinstance(columns, str | bytes):
            require_names(cast("Sequence[str]", columns))
        return None if columns is None else self._ordinals(columns)

    def _ordinals(self, columns: Sequence[str] | Sequence[int]) -> Sequence[int]:
        names = [column for column in columns if isinstance(column, str)]
        if not names:
            return [column for column in columns if isinstance(column, int)]
        by_name = dict(zip(names, self._find(names).to_pylist(), strict=True))
        ordinals: list[int] = []
        for column in columns:
            ordinal = by_name[column] if isinstance(column, str) else column
            if ordinal is None:
                raise self._refuse(str(column))
            ordinals.append(ordinal)
        return ordinals

    def _refuse(self, name: str) -> ColumnNameError:
        tree = SchemaTree(self._layout.schema)
        inside = list_leaves([find_column(tree, name)])
        paths = ", ".join(map(repr, map(quote_column, inside[:_MOST_NAMES])))
        return ColumnNameError(f"{name!r} is a group of columns: name one of them, such as {paths}")

    @contextmanager
    def _explained(self) -> Generator[None]:
        try:
            yield
        except DecodeError as error:
            footer = self._footer
            # A modular footer knows where it lies in the file.
            offset = error.offset + (0 if footer.is_modular else footer.offset)
            raise FooterError(footer.path, offset, error.unplaced, COPY_AGAIN, "decode") from error


def _open_layout(footer: Footer) -> FooterLayout:
    """In the layout of what is read: the only one, the FlatBuffer that vouches for the Thrift as well, the layout beside the
    Thrift, or the Thrift."""
    if footer.is_modular:
        # Only now: what reads these footers takes its time to import, and few files have one.
        from inlay.footers.footer.modular import open_modular

        return open_modular(footer)
    if footer.may_have_flatbuffer:
        beside = _open_beside(footer)
        if beside is not None:
            return LayoutWithWalk(beside, lambda: open_thrift(footer))
        flat = footer.flat
        cls = _FLAT.get(flat.form)
        is_read = flat.form is Form.FINAL or flat.agrees or footer.is_derived
        if cls is not None and flat.root is not None and flat.content is not None and is_read:
            place = Range(footer.offset + flat.content.start, len(flat.data))
            return cls.open(fetch_beside(footer, place, flat.data), place)
    return open_thrift(footer)


def _open_beside(footer: Footer) -> FooterLayout | None:
    """The layout beside the Thrift, where it is vouched for: by CRCs of its own, or by that of its container. None where it is
    not, where it lies elsewhere than it was made for, and where nothing here knows it."""
    lies = spec_bounds(footer.data, len(footer.data) - 1)
    if not ends_in_layout(footer.data) or isinstance(lies, Finding):
        return None
    head = read_layout_head(footer.data, lies.start, lies.stop)
    if isinstance(head, Finding) or head.offset != footer.offset + lies.start:
        return None
    place = Range(head.offset, head.length)
    data = memoryview(footer.data)[lies.start : lies.start + head.length]
    try:
        layout = open_layout(head, fetch_beside(footer, place, data))
    except (DecodeError, FormError):
        return None
    return layout if layout.is_protected or footer.flat.layout is not None else None


def open_thrift(footer: Footer) -> FooterLayout:
    """The Thrift that is read, walked or through its index."""
    # A walk does without the paths that PARX may leave out.
    thrift = footer.data if footer.parx is not None else footer.thrift
    place = Range(footer.offset, len(thrift))
    cls = JumpTable if may_have_index(thrift) else ThriftLayout
    return cls.open(fetch_beside(footer, place, thrift), place)
