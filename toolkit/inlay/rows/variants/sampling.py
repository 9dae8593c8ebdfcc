"""A sample of the Variants of one file, counted: the same rows each time."""

from __future__ import annotations

from inlay.ground.arrow_fields import field_in
from inlay.ground.arrow_rows import column_in
from inlay.ground.files.source import Source
from inlay.rows.variants.annotated_file import AnnotatedFile
from inlay.rows.variants.candidates import choose_candidates
from inlay.rows.variants.opener import choose_opener
from inlay.rows.variants.reading import with_variants
from inlay.rows.variants.source_column import as_plain, is_inside, is_there
from inlay_variant.arrow.inference import SAMPLE, count_values
from inlay_variant.arrow.nested_columns import find_columns, map_variants
from inlay_variant.arrow.variant_type import VariantArray
from inlay_variant.storage.arrow_classes import Array
from inlay_variant.value.counting import Seen
from inlay_variant.value.errors import counting_from

PLACES = 16
"""From how many places of a file a sample is taken at most."""

ROWS_A_PLACE = 100
"""From fewer it would not pay to read a page."""


def count_sample(
    source: Source,
    name: str,
    *,
    rows: int = SAMPLE,
    start: float = 0.0,
    tolerant: bool = False,
) -> Seen | None:
    """What about `rows` rows of a column look like, or as many Variants at a path inside of one (`items.element`). None for a file that
    has neither.

    The rows are the first ones of up to 16 row groups, spread over the file from `start` on, which is 0 to 1. `tolerant` as
    `unshred` has it.
    Raises SourceColumnError, and what reading and `count_values` raise, with rows of the file.
    """
    seen = Seen()
    with choose_opener(source, pre_buffer=False)(True, choose_candidates([name])) as parquet:
        schema = parquet.schema_arrow
        is_column = is_there(schema, name)
        if not is_column and not is_inside(schema, name):
            return None
        column = name if is_column else field_in(schema, find_columns(schema, name)[0]).name
        chosen = _choose_groups(parquet, rows, start)
        each = -(-rows // max(len(chosen), 1))
        for group in chosen:
            left = each
            first = sum(parquet.metadata.row_group(before).num_rows for before in range(group))
            for batch in parquet.iter_batches(
                row_groups=[group], columns=[column], batch_size=min(each, 1_024)
            ):
                read = column_in(with_variants(batch, quiet=not is_column), 0)
                with counting_from(first):
                    if is_column:
                        plain = as_plain(read.slice(0, left), tolerant=tolerant)
                        seen.merge(count_values(plain))
                        left -= len(read)
                    else:
                        left -= _count_inside(seen, read, column, name, left, tolerant)
                first += len(read)
                if left <= 0:
                    break
    return seen


def _choose_groups(parquet: AnnotatedFile, rows: int, start: float) -> list[int]:
    groups = [
        group
        for group in range(parquet.num_row_groups)
        if parquet.metadata.row_group(group).num_rows
    ]
    places = min(max(rows // ROWS_A_PLACE, 1), PLACES)
    at = {int(len(groups) * ((start + place / places) % 1.0)) for place in range(places)}
    return [groups[place] for place in sorted(at)] if groups else []


def _count_inside(
    seen: Seen, column: Array, name: str, path: str, most: int, tolerant: bool
) -> int:
    """How many Variants were counted; at least one, so that rows without any come to an end."""
    counted = 0

    def work(variants: VariantArray, _: str) -> VariantArray:
        nonlocal counted
        some = variants.slice(0, most)
        seen.merge(count_values(some, tolerant=tolerant))
        counted = len(some)
        return variants

    map_variants(column, name, work, only=path)
    return max(counted, 1)
