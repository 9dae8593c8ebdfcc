"""Footers that could not be read, as rows of a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from inlay.ground.arrow_fields import fields_in
from inlay.ground.keywords import check_keywords
from inlay_runtime import errors
from inlay_runtime.errors import DecodeError, InlayError
from inlay_runtime.public_home import public_in
from inlay_runtime.text import in_line

if TYPE_CHECKING:
    import pyarrow as pa


@public_in("inlay.errors")
class LongPathsError(InlayError):
    """The paths of a footer would take far more than the footer itself."""


_IDS: Final = {
    LongPathsError: "limit",
    errors.TruncatedError: "truncated",
    errors.LimitError: "limit",
    errors.WireTypeError: "wire-type",
    errors.DuplicateFieldError: "duplicate-field",
    errors.MissingFieldError: "missing-field",
    errors.UnionError: "union",
    errors.InvalidValueError: "invalid-value",
}


@public_in("inlay")
class Problem(NamedTuple):
    """A row of the table of problems: what is wrong with the footer at this position. `offset` counts bytes from its
    start, and is None where the bytes are not what is wrong. `path` is empty for the footer as a whole.
    """

    footer: int
    error_id: str
    offset: int | None
    path: str
    message: str


def problem_of(footer: int, error: InlayError) -> Problem:
    """The row that says what the exception says."""
    offset = error.offset if isinstance(error, DecodeError) else None
    path: object = getattr(error, "path", "")
    return Problem(footer, identify_error(error), offset, in_line(str(path)), in_line(str(error)))


def identify_error(error: InlayError) -> str:
    """`conversion` for what is no fault of Thrift bytes: a FlatBuffers footer that leads to none."""
    return next((name for cls, name in _IDS.items() if isinstance(error, cls)), "conversion")


@check_keywords
def problem_table(problems: Sequence[Problem]) -> pa.Table:
    """One row per problem. TypeError for anything else than those that a function with `problems` has listed."""
    for each in cast("Iterable[object]", problems):  # of a caller without a type checker
        if not isinstance(each, Problem):
            what = "problem_table takes the list that inlay.footer_tables(..., problems=[]) fills"
            raise TypeError(f"{what}: not {type(each).__qualname__}")
    import pyarrow as pa

    from inlay.footers.designs.build import array_from
    from inlay.tables.columnar.schemas import PROBLEMS

    columns = [
        array_from([getattr(problem, field.name) for problem in problems], field.type)
        for field in fields_in(PROBLEMS)
    ]
    return pa.Table.from_arrays(columns, schema=PROBLEMS)
