"""Which columns a Variant should be shredded into, and why.

A field gets a column of its own if enough of the objects around it have it, and the column is typed if enough of
its values are of one type. Integers of all widths count as one, in the widest that occurs; so do decimals. Everything that
was decided is in the report, field by field.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import pyarrow as pa

from inlay_variant.arrow import kernels
from inlay_variant.arrow.given import Given, join_chunks
from inlay_variant.arrow.shredding import PLAIN, unshred
from inlay_variant.arrow.variant_type import VariantArray
from inlay_variant.storage.arrow_classes import Field
from inlay_variant.storage.arrow_values import integers
from inlay_variant.storage.normalize_storage import normalize_storage
from inlay_variant.value.counting import Seen
from inlay_variant.value.decode import step_of
from inlay_variant.value.errors import RowError
from inlay_variant.value.limits import DEFAULT_LIMITS
from inlay_variant.value.primitives import PrimitiveType

PRESENCE: Final = 0.1
"""The part of the objects that have a field, from which on it gets a column."""

TYPED: Final = 0.8
"""The part of the values that have one type, from which on the column is typed."""

MOST_COLUMNS: Final = 300
SAMPLE: Final = 10_000


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of the explanation: `chosen` is the type of the column, None where it is not typed, and
    `covered` the part of the values that go into it."""

    path: str
    present: int
    of: int
    chosen: str | None
    covered: float
    why: str


@dataclass(frozen=True, slots=True)
class Inferred:
    """`type` is what to shred by, `null` where nothing is worth it; `choices` explain it."""

    type: pa.DataType
    choices: tuple[Choice, ...]
    rows: int

    @property
    def worth_it(self) -> bool:
        return not pa.types.is_null(self.type)


def infer_schema(array: Given, *, sample: int | None = SAMPLE, tolerant: bool = False) -> Inferred:
    """Looks at up to `sample` rows, spread over the array (None: at all of them), `tolerant` as `unshred` has it.

    Raises what `count_values` raises.
    """
    rows = join_chunks(array)
    if sample is None or len(rows) <= sample:
        return infer_from_counts(count_values(rows, tolerant=tolerant))
    step = len(rows) / sample
    places = [int(i * step) for i in range(sample)]
    try:
        some = rows.take(integers(places, pa.int64()))
        return infer_from_counts(count_values(some, tolerant=tolerant))
    except RowError as error:
        raise error.moved(places[error.row]) from None


def count_values(array: VariantArray, *, tolerant: bool = False) -> Seen:
    """What the rows look like; those that are null do not count. `tolerant` as `unshred` has it.

    Raises DamagedRowError for bytes that are not a Variant, and what `unshred` raises.
    """
    storage = normalize_storage(unshred(array, tolerant=tolerant).storage, PLAIN)
    return kernels.count_values(storage, DEFAULT_LIMITS)


def infer_from_counts(seen: Seen) -> Inferred:
    """The schema of what was counted, in one place or in many."""
    choices: list[Choice] = []
    chosen = _choose(seen, "$", seen.rows, choices, [MOST_COLUMNS])
    return Inferred(chosen, tuple(choices), seen.rows)


_ARROW: Final[dict[PrimitiveType, pa.DataType]] = {
    PrimitiveType.DOUBLE: pa.float64(),
    PrimitiveType.FLOAT: pa.float32(),
    PrimitiveType.DATE: pa.date32(),
    PrimitiveType.TIMESTAMP: pa.timestamp("us", "UTC"),
    PrimitiveType.TIMESTAMP_NTZ: pa.timestamp("us"),
    PrimitiveType.TIMESTAMP_NANOS: pa.timestamp("ns", "UTC"),
    PrimitiveType.TIMESTAMP_NTZ_NANOS: pa.timestamp("ns"),
    PrimitiveType.TIME_NTZ: pa.time64("us"),
    PrimitiveType.BINARY: pa.binary(),
    PrimitiveType.STRING: pa.string(),
    PrimitiveType.UUID: pa.uuid(),
}


def _choose(
    seen: Seen, path: str, around: int, choices: list[Choice], budget: list[int]
) -> pa.DataType:
    """The type for a place that `around` rows could have had something at."""
    values = seen.rows - seen.nulls
    place = len(choices)
    kind, count = max(_candidates(seen), key=lambda candidate: candidate[1], default=("", 0))
    covered = count / values if values else 0.0
    chosen: pa.DataType = pa.null()
    if not values:
        why = "holds nothing but nulls"
    elif covered < TYPED:
        # By name where two are as frequent, for counts are merged in any order.
        most = sorted(seen.kinds.items(), key=lambda kind: (-kind[1], kind[0]))[:4]
        mixed = ", ".join(f"{name} {n}" for name, n in most)
        why = f"no type has {TYPED:.0%} of the values: {mixed}"
    elif kind == "object":
        chosen, why = _object(seen, path, choices, budget)
    elif kind == "array":
        element = seen.elements or Seen()
        chosen = pa.list_(_choose(element, f"{path}[*]", element.rows, choices, budget))
        why = "array"
        if not element.rows:
            chosen, why = pa.null(), "only empty arrays"
    else:
        chosen = _leaf(seen, kind)
        why = "one type" if len(seen.kinds) == 1 else f"the type of {covered:.0%} of the values"
    if pa.types.is_null(chosen):
        covered = 0.0
    shown = None if pa.types.is_null(chosen) else _shown(chosen)
    choices.insert(place, Choice(path, seen.rows, around, shown, covered, why))
    return chosen


def _candidates(seen: Seen) -> Iterator[tuple[str, int]]:
    """Kinds and how many values they cover; a decimal column takes the integers that fit."""
    kinds = dict(seen.kinds)
    if "decimal" in kinds and "integer" in kinds:
        kinds["decimal"] += kinds.pop("integer")
    yield from kinds.items()


def _leaf(seen: Seen, kind: str) -> pa.DataType:
    match kind:
        case "boolean":
            return pa.bool_()
        case "integer":
            # The next file will have larger ones, and Parquet stores all of them alike.
            return pa.int64()
        case "decimal":
            whole = max(seen.whole, len(str(1 << seen.bits)) if seen.bits else 0, 1)
            precision = whole + seen.scale
            if precision > 38:
                return pa.null()
            rounded = 9 if precision <= 9 else 18 if precision <= 18 else 38
            return pa.decimal128(rounded, seen.scale)
        case _ if kind in PrimitiveType.__members__:
            return _ARROW[PrimitiveType[kind]]
        case _:
            return pa.null()


def _object(
    seen: Seen, path: str, choices: list[Choice], budget: list[int]
) -> tuple[pa.DataType, str]:
    objects = seen.kinds["object"]
    fields: list[Field] = []
    left = 0
    for name, child in sorted(seen.fields.items(), key=lambda item: (-item[1].rows, item[0])):
        where = path + step_of(name)
        if child.rows < PRESENCE * objects:
            left += 1
            why = f"fewer than {PRESENCE:.0%} of the objects have it"
            choices.append(Choice(where, child.rows, objects, None, 0.0, why))
        elif budget[0] <= 0:
            left += 1
            why = f"there are {MOST_COLUMNS} columns already"
            choices.append(Choice(where, child.rows, objects, None, 0.0, why))
        else:
            budget[0] -= 1
            fields.append(pa.field(name, _choose(child, where, objects, choices, budget)))
    if not fields:
        return pa.null(), "no field is there often enough"
    in_columns = "1 field" if len(fields) == 1 else f"{len(fields)} fields"
    return pa.struct(fields), f"{in_columns} in columns, {left} not"


def _shown(chosen: pa.DataType) -> str:
    if pa.types.is_struct(chosen):
        return "object"
    return "array" if pa.types.is_list(chosen) else str(chosen)
