"""A design beside the Thrift: what it cannot say, or says by bytes that break its rules, the Thrift is walked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar

import pyarrow as pa

from inlay.footers.designs.answer_schemas import PageIndex
from inlay.footers.designs.design import FooterContents, FooterDesign, NotCarriedError
from inlay.footers.designs.fetch import FetchCost
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import KeyValue, SchemaElement

T = TypeVar("T")


class DesignWithWalk(FooterDesign):
    """Asks `design` first; `open_walk` is called when it is needed."""

    name: ClassVar[str] = "dual"

    def __init__(self, design: FooterDesign, open_walk: Callable[[], FooterDesign]) -> None:
        self._design = design
        self._open_walk = open_walk
        self._walk: FooterDesign | None = None

    @classmethod
    def build(cls, contents: FooterContents, offset: int) -> bytes:
        raise NotCarriedError("it is made of two footers, which are built one by one")

    @property
    def cost(self) -> FetchCost:
        """Of both."""
        first, second = self._design.cost, FetchCost() if self._walk is None else self._walk.cost
        return FetchCost(
            first.bytes + second.bytes,
            first.requests + second.requests,
            first.steps + second.steps,
        )

    @property
    def num_columns(self) -> int:
        return self._ask(lambda design: design.num_columns)

    @property
    def num_row_groups(self) -> int:
        return self._ask(lambda design: design.num_row_groups)

    @property
    def schema(self) -> list[SchemaElement]:
        return self._ask(lambda design: design.schema)

    @property
    def key_values(self) -> list[KeyValue]:
        return self._ask(lambda design: design.key_values)

    def find(self, paths: Sequence[str]) -> pa.Int32Array:
        return self._ask(lambda design: design.find(paths))

    def place(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        return self._ask(lambda design: design.place(columns, row_groups))

    def bounds(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        return self._ask(lambda design: design.bounds(columns, row_groups))

    def page_index(self, column: int, row_group: int) -> PageIndex | None:
        return self._ask(lambda design: design.page_index(column, row_group))

    def _ask(self, question: Callable[[FooterDesign], T]) -> T:
        try:
            return question(self._design)
        except (DecodeError, NotCarriedError):
            if self._walk is None:
                self._walk = self._open_walk()
            return question(self._walk)
