"""The questions of `inlay.designs`, asked of the footer of a file: whichever of its footers is read answers them.

A design knows neither its file nor the names of its columns. Here is what turns names into ordinals, fetches what lies
elsewhere in the file, and says which file an error is about.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar, cast

from inlay.footers.designs.answer_schemas import PageIndex
from inlay.footers.designs.build import array_from
from inlay.footers.designs.design import NotCarriedError
from inlay.footers.designs.fetch import FetchCost
from inlay.footers.designs.thrift.jump_table import JumpTable
from inlay.footers.designs.wanted import WantedChunks
from inlay.footers.footer.errors import COPY_AGAIN, EncryptedFooterError, FooterError
from inlay.ground.mistakes import require_names
from inlay.ground.schema.names import (
    ColumnNameError,
    NamedChildren,
    find_column,
    list_leaves,
    list_named,
    quote_column,
)
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.schema.wanted import require_numbers
from inlay.ground.wording.amounts import count
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import ColumnChunk, KeyValue, SchemaElement

if TYPE_CHECKING:
    import pyarrow as pa

    from inlay.footers.footer.footer import Footer

T = TypeVar("T")
_MOST_NAMES: Final = 3
Columns = Sequence[str] | Sequence[int] | None
"""Paths, names joined by dots, or ordinals of leaves; None for all."""


class FooterQuestions:
    """Raises EncryptedFooterError for a footer that only a key opens."""

    def __init__(self, footer: Footer) -> None:
        self._footer = footer
        if footer.is_encrypted:
            raise EncryptedFooterError(footer.path, footer.offset)
        with self._explained():
            self._design = footer.end.open(footer)

    @property
    def cost(self) -> FetchCost:
        return self._design.cost

    @property
    def schema(self) -> list[SchemaElement]:
        with self._explained():
            return self._design.schema

    @property
    def key_values(self) -> list[KeyValue]:
        with self._explained():
            return self._design.key_values

    def find(self, paths: Sequence[str]) -> pa.Int32Array:
        names = require_names(paths, "paths")
        with self._explained():
            return self._find(names)

    def place(self, columns: Columns, row_groups: Sequence[int] | None) -> pa.RecordBatch:
        with self._explained():
            return self._design.place(self._chosen(columns), _numbers(row_groups))

    def bounds(self, columns: Columns, row_groups: Sequence[int] | None) -> pa.RecordBatch:
        with self._explained():
            return self._design.bounds(self._chosen(columns), _numbers(row_groups))

    def chunks(self, columns: Columns, row_groups: Sequence[int] | None) -> list[ColumnChunk]:
        with self._explained():
            chosen, row_groups = self._chosen(columns), _numbers(row_groups)
            if isinstance(self._design, JumpTable):
                chunks = self._design.chunks(chosen, row_groups)
                if chunks is not None:
                    return chunks
            design, groups = self._design, self._footer.row_groups
            wanted = WantedChunks(chosen, row_groups, design.num_columns, len(groups))
            for at in wanted.row_groups:
                if len(groups[at].columns) != design.num_columns:
                    what = f"row group {at} has {count(len(groups[at].columns), 'chunk')} of {count(design.num_columns, 'column')}"
                    raise NotCarriedError(what)
            return [
                groups[group].columns[column]
                for column in wanted.columns
                for group in wanted.row_groups
            ]

    def page_index(self, column: str | int, row_group: int) -> PageIndex | None:
        with self._explained():
            (ordinal,) = self._ordinals([column]) if isinstance(column, str) else (column,)
            return self._design.page_index(ordinal, row_group)

    def _find(self, names: Sequence[str]) -> pa.Int32Array:
        """A path is looked for as the design does it; only who writes quotes waits for the whole schema."""
        answer = self._design.find(names)
        if not answer.null_count or not any('"' in name for name in names):
            return answer
        ordinals: list[int | None] = answer.to_pylist()
        tree = SchemaTree(self._design.schema)
        named = NamedChildren()
        numbers = {leaf: at for at, leaf in enumerate(tree.leaves)}
        for at, name in enumerate(names):
            if ordinals[at] is None and list_named(tree, name, named):
                ordinals[at] = numbers.get(find_column(tree, name, named))
        return cast("pa.Int32Array", array_from(ordinals, answer.type))

    def _chosen(self, columns: Columns) -> Sequence[int] | None:
        given = cast("object", columns)  # what callers without a type checker pass
        if isinstance(given, str | bytes) or not isinstance(given, Iterable | None):
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
        tree = SchemaTree(self._design.schema)
        inside = list_leaves([find_column(tree, name)])
        names = NamedChildren()
        paths = ", ".join(repr(quote_column(leaf, names)) for leaf in inside[:_MOST_NAMES])
        return ColumnNameError(f"{name!r} is a group of columns: name one of them, such as {paths}")

    @contextmanager
    def _explained(self) -> Generator[None]:
        try:
            yield
        except DecodeError as error:
            footer = self._footer
            offset = error.offset + footer.end.origin(footer)
            raise FooterError(footer.path, offset, error.unplaced, COPY_AGAIN, "decode") from error


def _numbers(row_groups: Sequence[int] | None) -> Sequence[int] | None:
    return None if row_groups is None else require_numbers(row_groups)
