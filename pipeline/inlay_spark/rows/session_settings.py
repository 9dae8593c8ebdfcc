"""Settings of a session that say how files are read, as options: Spark tells a source in Python none of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_SETTINGS: Final = {
    "ignoreCorruptFiles": "spark.sql.files.ignoreCorruptFiles",
    "ignoreMissingFiles": "spark.sql.files.ignoreMissingFiles",
    "mergeSchema": "spark.sql.parquet.mergeSchema",
    "timeZone": "spark.sql.session.timeZone",
}
"""By option. The option comes first, as in Spark."""

_INFERENCE: Final = "spark.sql.sources.partitionColumnTypeInference.enabled"

_CONVERSION: Final = "spark.sql.parquet.int96TimestampConversion"


def add_settings(spark: SparkSession, options: Mapping[str, str]) -> dict[str, str]:
    """The options, and what the session says of those that are not given."""
    given = {name.lower() for name in options}
    settings = {
        option: spark.conf.get(setting) or ""
        for option, setting in _SETTINGS.items()
        if option.lower() not in given
    }
    return {**{name: value for name, value in settings.items() if value}, **options}


def are_partitions_text(spark: SparkSession) -> bool:
    """Whether the session leaves the values of partitions as they are."""
    return spark.conf.get(_INFERENCE) == "false"


def is_int96_shifted(spark: SparkSession) -> bool:
    """Whether the session has Spark shift each INT96 that another writer wrote by its time zone. No option says otherwise."""
    return spark.conf.get(_CONVERSION) == "true"
