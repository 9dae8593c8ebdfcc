"""Bounds that are Variants get their annotation in the footer: pyarrow writes them as plain structs (`inlay.rows.variants.annotation`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import IO, Final

from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.rows.variants.annotation import SPECIFICATION_VERSION
from inlay.verbs.register.targets.records.entry_schema import StatisticsColumn
from inlay.verbs.register.targets.records.variant_bounds import VARIANT_BOUND
from parquet_format.parquet import VariantType

_KEY: Final = b"PARQUET:field_id"


def annotate_bounds(file: IO[bytes], statistics: Sequence[StatisticsColumn]) -> None:
    """Of a file that is written, whose groups are known by their ids."""
    ids = {
        int((field.metadata or {})[_KEY])
        for column in statistics
        for field in column.fields
        if field.type is VARIANT_BOUND
    }
    if not ids:
        return
    footer = read_footer(file)
    for element in footer.metadata.schema:
        if element.field_id in ids:
            element.logicalType = VariantType(specification_version=SPECIFICATION_VERSION)
    file.seek(footer.offset)
    file.write(tail_of(footer.metadata.encode(), footer.magic))
    file.truncate()
