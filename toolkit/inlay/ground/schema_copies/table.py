"""One table: the keys that hold copies of the schema or facts about the rows, and who knows how they follow and merge."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from inlay.ground.schema_copies import schema_copies as copies
from inlay.ground.schema_copies.columns import Columns
from inlay.ground.schema_copies.geo import follow_geo, merge_geo
from inlay.ground.schema_copies.keys import (
    AVRO_SCHEMAS,
    GEO,
    HUGGINGFACE,
    ICEBERG_SCHEMA,
    OF_COLUMNS,
    OF_ROWS,
    OF_WRITERS,
    PANDAS,
    SPARK_SCHEMA,
)
from inlay.ground.schema_copies.pandas_schema import follow_pandas, merge_pandas
from inlay.ground.schema_copies.text import Text

Follow: TypeAlias = Callable[[str, Columns], Text]
"""The value after a change of the columns; CannotAgreeError if there is none."""

Merge: TypeAlias = Callable[[Sequence[str], Sequence[int]], Text]
"""The value for files with these values and so many rows each; CannotAgreeError, ContradictionError."""


class CopyRule(NamedTuple):
    follow: Follow
    merge: Merge


def _keep(text: str, _columns: Columns) -> Text:
    return Text(text)


RULES: Final[Mapping[str, CopyRule]] = {
    PANDAS: CopyRule(follow_pandas, merge_pandas),
    GEO: CopyRule(follow_geo, merge_geo),
    SPARK_SCHEMA: CopyRule(copies.follow_spark, copies.merge_spark),
    **dict.fromkeys(AVRO_SCHEMAS, CopyRule(copies.follow_avro, copies.merge_equal)),
    ICEBERG_SCHEMA: CopyRule(copies.follow_iceberg, copies.merge_equal),
    HUGGINGFACE: CopyRule(copies.follow_huggingface, copies.merge_equal),
    **dict.fromkeys(OF_COLUMNS, CopyRule(copies.follow_nothing, copies.merge_texts)),
    **dict.fromkeys(OF_ROWS, CopyRule(copies.follow_rows, copies.merge_nothing)),
    **dict.fromkeys(OF_WRITERS, CopyRule(_keep, copies.merge_texts)),
}
"""`ARROW:schema` is not in it: pairs are inside it, to which the table applies again."""
