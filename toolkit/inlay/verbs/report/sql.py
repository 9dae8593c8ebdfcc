"""Expressions that mean the same to Spark and to DuckDB; `docs/report.md` has the rules."""

from __future__ import annotations

from typing import Final

_LARGEST: Final = 2**63 - 1
SIZES: Final = tuple(4**power for power in range(5, 19))
"""From 1 KiB to 64 GiB."""

WRITER: Final = (
    "coalesce(nullif(trim(regexp_extract(created_by, "
    "'^([^(]*?)(,? version| v?[0-9]|[(])', 1)), ''), nullif(created_by, ''), '(does not say)')"
)
"""`parquet-mr` of `parquet-mr version 1.12.3 (build f8dced18)`."""

VERSION: Final = (
    "nullif(regexp_extract(created_by, '(^|[^0-9A-Za-z.])v?([0-9]+([.][0-9A-Za-z_+-]+)+)', 2), '')"
)

WITHOUT_BOUNDS: Final = (
    "coalesce(min_value, min_deprecated) IS NULL AND num_values > 0 "
    "AND (null_count IS NULL OR null_count < num_values) AND encryption IS NULL"
)
"""Of a chunk that could have them: one of nulls alone has none, and those of an encrypted one are encrypted, too."""


FOLDER: Final = "regexp_replace(path, '/?[^/]*$', '')"
"""That a file lies in."""


def sum_column(column: str) -> str:
    """A sum that no footer can make too large: what it says may be 2^63 - 1, and it stays 64 bits.

    Null where nothing is known; `least` would pass over a null.
    """
    exact = f"sum(cast({column} AS decimal(28, 0)))"
    bounded = f"greatest(least({exact}, {_LARGEST}), -{_LARGEST})"
    return f"CASE WHEN count({column}) > 0 THEN cast({bounded} AS bigint) END"


def divide(part: str, whole: str, factor: int = 1) -> str:
    """Not rounded, since both round differently; null where the whole is 0."""
    scaled = f"{factor} * " if factor != 1 else ""
    return f"{scaled}cast({part} AS double) / nullif({whole}, 0)"


def divide_as_percent(part: str, whole: str) -> str:
    return divide(part, whole, 100)


def classify_size(column: str) -> str:
    """The largest power of 4 that is not larger, or 0; compared, because logarithms differ in their last bit."""
    lower = (0, *SIZES)
    cases = " ".join(
        f"WHEN {column} < {bound} THEN {below}"
        for below, bound in zip(lower[:-1], SIZES, strict=True)
    )
    return f"cast(CASE {cases} ELSE {SIZES[-1]} END AS bigint)"
