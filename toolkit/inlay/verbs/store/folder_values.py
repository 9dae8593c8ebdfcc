"""Values that stand in the names of folders, as statistics of the files in them."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.ground.arrow_rows import Array
from inlay.verbs.register.lake_file import LakeFile
from inlay.verbs.register.partitions import normalize_text, parse_value
from inlay.verbs.register.schema.table_types import LeafType
from inlay.verbs.register.targets.records.bound_arrays import build_array
from inlay.verbs.register.targets.records.entry_schema import StatisticsColumn


def build_of_folders(
    column: StatisticsColumn, files: Sequence[LakeFile], key: str, type_: LeafType
) -> dict[str, Array]:
    """All rows of a file have the value that its folder says. Of one that is not of the type, nothing is known."""
    assert column.bound_type is not None  # whole numbers, days or text
    texts = [file.partition[key] for file in files]
    are_fit = [text is None or normalize_text(text, type_) == text for text in texts]
    pairs = [*zip(texts, are_fit, strict=True)]
    values = [parse_value(text, type_) if is_fit else None for text, is_fit in pairs]
    rows = [file.record.rows for file in files]
    nulls = [
        (row if text is None else 0) if is_fit else None
        for row, (text, is_fit) in zip(rows, pairs, strict=True)
    ]
    bounds = build_array(values, column.bound_type)
    return {
        "lower_bound": bounds,
        "upper_bound": bounds,
        "tight_bounds": array_from([None if it is None else True for it in values], pa.bool_()),
        "value_count": array_from(rows, pa.int64()),
        "null_value_count": array_from(nulls, pa.int64()),
        "avg_value_size_in_bytes": pa.nulls(len(files), pa.int32()),
    }
