"""A difference as a phrase."""

from __future__ import annotations

from typing import Final, get_args

from inlay.ground.drift.find import DriftDifference, DriftKind

DRIFT_KINDS: Final[tuple[DriftKind, ...]] = get_args(DriftKind)
"""What readers fail on comes before what they get over."""

NO_CAST: Final = "no command of Inlay changes the type or nullability of a column: cast it in the writer, or with DuckDB or pyarrow"
"""What to do about files with a column of two types."""


def describe_drift(difference: DriftDifference) -> str:
    """`other type: double, not int64`, without the column; it begins with the kind."""
    kind, _, expected, actual = difference
    match kind:
        case "missing column":
            return f"missing column: {expected}"
        case "added column":
            return f"added column: {actual}"
        case "other order":
            return f"other order: {expected} is in this place in most files"
        case "more differences":
            return f"{actual} more differences"
        case _:
            return f"{kind}: {actual}, not {expected}"


def rank_drift(phrase: str) -> int:
    """The number of the kind that a phrase begins with; what is no difference is last."""
    return next(
        (at for at, kind in enumerate(DRIFT_KINDS) if phrase.startswith(kind)), len(DRIFT_KINDS)
    )
