"""What any design answers, as a FileMetaData: a script leads from there to the bytes of a footer whose design does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from inlay.footers.conversion import edit_script
from inlay.footers.designs.answer_schemas import BOUNDS
from inlay.footers.designs.build import table_from
from inlay.footers.designs.design import FooterDesign, NotCarriedError
from inlay.footers.designs.modular.as_thrift import script_of, thrift_of
from inlay.footers.designs.wanted import WantedChunks
from inlay.ground.arrow_fields import fields_in
from inlay.ground.arrow_rows import make_batch
from parquet_format.parquet import ColumnOrder, KeyValue, SchemaElement

RULES = edit_script.Rules.ANSWERS


def script_to(thrift: bytes, design: FooterDesign) -> bytes:
    """What leads from the answers of a design to these bytes. Raises what its questions raise."""
    return script_of(_Answered(design), thrift, RULES)


def thrift_by(script: bytes, design: FooterDesign) -> bytes:
    """The bytes. Raises EditScriptError where the script does not fit, and what the questions of the design raise."""
    return thrift_of(_Answered(design), script, RULES)


class _Answered:
    """What is asked of no design is left to the script. These rules never change: scripts of files that lie somewhere start
    from here."""

    version = 1
    num_rows = 0
    column_orders: list[ColumnOrder] | None = None

    def __init__(self, design: FooterDesign) -> None:
        self._design = design

    @property
    def schema(self) -> list[SchemaElement]:
        return self._design.schema

    @property
    def num_row_groups(self) -> int:
        return self._design.num_row_groups

    @property
    def row_group_num_rows(self) -> Sequence[int]:
        return [0] * self._design.num_row_groups

    @property
    def described(self) -> tuple[str | None, list[KeyValue] | None]:
        return None, self._design.key_values or None

    def place(self) -> pa.RecordBatch:
        return self._design.place()

    def recorded_bounds(
        self, columns: Sequence[int] | None = None, *, absent_means_exact: bool
    ) -> pa.RecordBatch:
        """Nothing where the design does not say all of them."""
        design = self._design
        try:
            return design.bounds(columns)
        except NotCarriedError:
            pass
        wanted = WantedChunks(columns, None, design.num_columns, design.num_row_groups)
        rows: list[dict[str, Any]] = [{}] * len(wanted)
        nothing = table_from(rows, pa.schema(fields_in(BOUNDS)[2:]))
        arrays = [column.combine_chunks() for column in nothing.columns]
        return make_batch([*wanted.ordinals(), *arrays], BOUNDS)
