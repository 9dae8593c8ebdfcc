"""What the directories of a lake say, `name=value`, as Spark types it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, tzinfo
from decimal import Decimal, InvalidOperation
from functools import reduce
from typing import Final

from pyspark.sql import types as spark

from inlay.ground.files.entries import FileEntry

_INTEGER: Final = re.compile(r"[+-]?\d+")
_NUMBER: Final = re.compile(
    r"\s*[+-]?(NaN|Infinity|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[fFdD]?)\s*", re.ASCII
)
_HEXADECIMAL: Final = re.compile(r"[+-]?0[xX][0-9a-fA-F]+\.?[0-9a-fA-F]*[pP][+-]?\d+")
_MOMENT: Final = re.compile(r"\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d)?")
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_MOST_DIGITS: Final = 38


def infer_partition_types(
    files: Iterable[FileEntry], *, as_text: bool = False
) -> dict[str, spark.DataType]:
    """The type that Spark gives to each partition: of each value, the first of whole number, decimal without a fraction,
    `double`, `timestamp` and `date` that it is one of, else text; of several, what Spark widens them to.

    Without any value but nulls it is `void`. `as_text`: all others are text, as with `spark.sql.sources.partitionColumnTypeInference.enabled` false.
    """
    values: dict[str, set[str]] = {}
    for file in files:
        for name, value in file.partition.items():
            known = values.setdefault(name, set())
            if value is not None:
                known.add(value)
    return {name: _unite(known, as_text) for name, known in values.items()}


def _unite(texts: Iterable[str], as_text: bool) -> spark.DataType:
    types = [spark.StringType() if as_text else _infer(text) for text in texts]
    return reduce(_widen, types) if types else spark.NullType()


_WHOLE: Final[tuple[type[spark.DataType], ...]] = (spark.IntegerType, spark.LongType)
_DIGITS: Final[dict[type[spark.DataType], int]] = {spark.IntegerType: 10, spark.LongType: 20}


def _infer(text: str) -> spark.DataType:
    if _INTEGER.fullmatch(text):
        number = int(text)
        if -(2**31) <= number < 2**31:
            return spark.IntegerType()
        if -(2**63) <= number < 2**63:
            return spark.LongType()
    if parse_number(text) is not None:
        return _decimal_without_fraction(text) or spark.DoubleType()
    if parse_moment(text, UTC) is not None:
        return spark.TimestampType()
    return spark.DateType() if parse_date(text) is not None else spark.StringType()


def _decimal_without_fraction(text: str) -> spark.DecimalType | None:
    """`1e5` is one."""
    try:
        exact = Decimal(text).as_tuple()
    except InvalidOperation:
        return None
    if not isinstance(exact.exponent, int) or exact.exponent < 0 or text != text.strip():
        return None
    digits = len(exact.digits) + exact.exponent
    return spark.DecimalType(digits, 0) if digits <= _MOST_DIGITS else None


def _widen(type_: spark.DataType, other: spark.DataType) -> spark.DataType:
    """`PartitioningUtils.findWiderTypeForPartitionColumn` of Spark 4: a `double` does not hold every long number."""
    if type_ == other:
        return other
    types = {type(type_), type(other)}
    if types <= {*_WHOLE, spark.DecimalType}:
        if spark.DecimalType not in types:
            return spark.LongType()
        return spark.DecimalType(min(max(_digits(type_), _digits(other)), _MOST_DIGITS), 0)
    if types == {spark.IntegerType, spark.DoubleType}:
        return spark.DoubleType()
    if types == {spark.DateType, spark.TimestampType}:
        return spark.TimestampType()
    return spark.StringType()


def _digits(type_: spark.DataType) -> int:
    return type_.precision if isinstance(type_, spark.DecimalType) else _DIGITS[type(type_)]


def parse_number(text: str) -> float | None:
    """As Java reads one: `1d` is 1."""
    if _HEXADECIMAL.fullmatch(text):
        return float.fromhex(text)
    if not _NUMBER.fullmatch(text):
        return None
    bare = text.strip()
    return float(bare if bare.endswith(("N", "y")) else bare.rstrip("fFdD"))


def parse_date(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if _DATE.fullmatch(text) else None
    except ValueError:
        return None


def parse_moment(text: str, zone: tzinfo | None) -> datetime | None:
    """A local time of this zone."""
    if not _MOMENT.fullmatch(text):
        return None
    try:
        local = datetime.fromisoformat(text)
    except ValueError:
        return None
    return local.replace(tzinfo=zone)
