"""A sample of the Variants of one file, counted: the same rows each time."""

from __future__ import annotations

import pyarrow as pa

from inlay.files.source import Source
from inlay.variants.opener import choose_opener
from inlay.variants.reading import with_variants
from inlay.variants.source_column import as_plain, is_there
from inlay_variant.arrow.inference import SAMPLE, count_values
from inlay_variant.arrow.nested_columns import find_columns, map_variants
from inlay_variant.arrow.variant_type import VariantArray
from inlay_variant.value.counting import Seen
from inlay_variant.value.errors import counting_from

PLACES = 16
"""From how many places of a file a sample is taken at most."""

ROWS_A_PLACE = 100
"""From fewer it would not pay to read a page."""


def count_sample(
    source: Source, name: str, *, rows: int = SAMPLE, start: float = 0.0
) -> tuple[Seen, pa.Schema]:
    """What about `rows` rows of a column look like, and the schema of the file. Nothing is counted of a file
    without the column.

    The rows are the first ones of up to 16 row groups, spread over the file from `start` on, which is 0 to 1.
    Raises SourceColumnError, and what reading and `count_values` raise, with rows of the file.
    """
    seen = Seen()
    with choose_opener(source, pre_buffer=False)(True) as parquet:
        schema = parquet.schema_arrow
        if not is_there(schema, name):
            return seen, schema
        groups = [
            group
            for group in range(parquet.num_row_groups)
            if parquet.metadata.row_group(group).num_rows
        ]
        places = min(max(rows // ROWS_A_PLACE, 1), PLACES)
        chosen = (
            {int(len(groups) * ((start + place / places) % 1.0)) for place in range(places)}
            if groups
            else set[int]()
        )
        each = -(-rows // max(len(chosen), 1))
        for at in sorted(chosen):
            left = each
            first = sum(parquet.metadata.row_group(group).num_rows for group in range(groups[at]))
            for batch in parquet.iter_batches(
                row_groups=[groups[at]], columns=[name], batch_size=min(each, 1_024)
            ):
                read = with_variants(batch).column(0).slice(0, left)
                with counting_from(first):
                    seen.merge(count_values(as_plain(read)))
                first += len(read)
                left -= len(read)
                if left <= 0:
                    break
    return seen, schema


def count_inside(source: Source, path: str) -> Seen:
    """The same of the Variants at a path inside of a column (`items.element`), about as many of them as there would be rows."""
    seen = Seen()
    left = SAMPLE

    def work(variants: VariantArray, _: str) -> VariantArray:
        nonlocal left
        some = variants.slice(0, max(left, 0))
        seen.merge(count_values(some))
        left -= max(len(some), 1)
        return variants

    with choose_opener(source, pre_buffer=False)(True) as parquet:
        field = parquet.schema_arrow.field(find_columns(parquet.schema_arrow, path)[0])
        groups = range(parquet.num_row_groups)
        for group in groups[:: max(len(groups) // PLACES, 1)]:
            left = max(SAMPLE // min(len(groups), PLACES), ROWS_A_PLACE)
            first = sum(parquet.metadata.row_group(before).num_rows for before in range(group))
            for batch in parquet.iter_batches(
                row_groups=[group], columns=[field.name], batch_size=1_024
            ):
                column = with_variants(batch, quiet=True).column(0)
                with counting_from(first):
                    map_variants(column, field.name, work, only=path)
                first += len(column)
                if left <= 0:
                    break
    return seen
