"""The work on columns: native where it is built, and by `pure`, which says what it means.

The native functions format no errors. One that meets a row it does not take stops there, and `pure` does
that row again and raises; so the errors are the same by construction. `INLAY_PURE=1` leaves native out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pyarrow as pa

from inlay_runtime.core import load_native
from inlay_variant.arrow import pure, pure_edits, pure_maps
from inlay_variant.storage.arrow_classes import Array
from inlay_variant.storage.leaves import VariantLeaf
from inlay_variant.storage.shape import Group
from inlay_variant.value.counting import Seen
from inlay_variant.value.edit import TreeEdit
from inlay_variant.value.errors import RowError, StorageError
from inlay_variant.value.limits import VariantLimits
from inlay_variant.value.path import Step

native: Any = load_native("inlay_variant.native.kernels")

Sound = TypeVar("Sound", bound=Array)


def parse_json(text: Array, limits: VariantLimits) -> pa.StructArray:
    """See `pure.parse_json`."""
    if native is None:
        return pure.parse_json(_sound(text), limits)
    outcome: pa.StructArray | int = native.parse_json(text, limits)
    if isinstance(outcome, int):
        raise _error(outcome, lambda: pure.parse_json(_sound(text.slice(outcome, 1)), limits))
    return outcome


def check(storage: pa.StructArray, limits: VariantLimits) -> None:
    """See `pure.check`."""
    if native is None:
        return pure.check(_sound(storage), limits)
    row: int | None = native.check(storage, limits)
    if row is not None:
        raise _error(row, lambda: pure.check(_sound(storage.slice(row, 1)), limits))
    return None


def count_values(storage: pa.StructArray, limits: VariantLimits) -> Seen:
    """See `pure.count_values`."""
    if native is None:
        return pure.count_values(_sound(storage), limits)
    outcome: Seen | int = native.count_values(storage, limits)
    if isinstance(outcome, int):
        row = storage.slice(outcome, 1)
        raise _error(outcome, lambda: pure.count_values(_sound(row), limits))
    return outcome


def shred(
    storage: pa.StructArray, group: Group, limits: VariantLimits, *, exact: bool
) -> pa.StructArray:
    """See `pure.shred`."""
    if native is None:
        return pure.shred(_sound(storage), group, limits, exact=exact)
    outcome: pa.StructArray | int = native.shred(storage, group, limits, exact)
    if isinstance(outcome, int):
        raise _error(
            outcome,
            lambda: pure.shred(_sound(storage.slice(outcome, 1)), group, limits, exact=exact),
        )
    return outcome


def unshred(
    storage: pa.StructArray, group: Group, limits: VariantLimits, *, tolerant: bool
) -> pa.StructArray:
    """See `pure.unshred`."""
    if native is None:
        return pure.unshred(_sound(storage), group, limits, tolerant=tolerant)
    outcome: pa.StructArray | int = native.unshred(storage, group, limits, tolerant)
    if isinstance(outcome, int) and tolerant:
        # Names in another order: native takes none, so here pure does the work and not the error only.
        return pure.unshred(_sound(storage), group, limits, tolerant=True)
    if isinstance(outcome, int):
        row = storage.slice(outcome, 1)
        raise _error(outcome, lambda: pure.unshred(_sound(row), group, limits, tolerant=False))
    return outcome


def look_up_values(
    storage: pa.StructArray,
    paths: Sequence[Sequence[Step]],
    limits: VariantLimits,
    *,
    tolerant: bool = False,
) -> list[Array]:
    """See `pure.look_up_values`."""
    if native is None:
        return pure.look_up_values(_sound(storage), paths, limits, tolerant=tolerant)
    outcome: list[Array] | int = native.look_up_values(storage, paths, limits)
    if isinstance(outcome, int) and tolerant:
        return pure.look_up_values(_sound(storage), paths, limits, tolerant=True)
    if isinstance(outcome, int):
        raise _error(
            outcome, lambda: pure.look_up_values(_sound(storage.slice(outcome, 1)), paths, limits)
        )
    return outcome


def cast_values(values: Array, leaf: VariantLeaf, *, strict: bool) -> Array:
    """See `pure.cast_values`."""
    if native is None:
        return pure.cast_values(_sound(values), leaf, strict=strict)
    outcome: Array | int = native.cast_values(values, leaf, strict)
    if isinstance(outcome, int):
        raise _error(
            outcome, lambda: pure.cast_values(_sound(values.slice(outcome, 1)), leaf, strict=strict)
        )
    return outcome


def write_json(
    storage: pa.StructArray,
    limits: VariantLimits,
    write_other: Callable[[int, bytes], bytes | None],
) -> Array | None:
    """Objects and arrays as JSON of Spark; null where that is left to `spark_text`, and None where all is.

    `write_other` writes a value of a rare type, from type and payload; None if it has no text.
    """
    if native is None:
        return None
    texts: Array = native.write_json(storage, limits, write_other)
    return texts


def edit_rows(
    storage: pa.StructArray,
    others: pa.StructArray | None,
    edit: TreeEdit,
    limits: VariantLimits,
    *,
    tries: bool,
) -> pa.StructArray:
    """See `pure_edits.edit_rows`."""
    if native is None:
        values = None if others is None else _sound(others)
        return pure_edits.edit_rows(_sound(storage), values, edit, limits, tries=tries)
    outcome: pa.StructArray | int = native.edit_rows(
        storage, others, int(edit.kind), edit.steps, edit.flag, limits, tries
    )
    if isinstance(outcome, int):
        row = outcome
        values = None if others is None else _sound(others.slice(row if len(others) > 1 else 0, 1))
        raise _error(
            row,
            lambda: pure_edits.edit_rows(
                _sound(storage.slice(row, 1)), values, edit, limits, tries=tries
            ),
        )
    return outcome


def write_dictionaries(rows: Array, keys: Array, names: list[bytes], count: int) -> Array:
    """See `pure_maps.write_dictionaries`. Raises StorageError."""
    if native is None:
        return pure_maps.write_dictionaries(rows, _sound(keys), names, count)
    outcome: Array | int = native.write_dictionaries(rows, keys, names, count)
    if isinstance(outcome, int):
        return pure_maps.write_dictionaries(rows, _sound(keys), names, count)
    return outcome


def _sound(array: Sound) -> Sound:
    """The array, whose offsets pure Python then follows; native looks at each as it goes.

    Raises StorageError for one that pyarrow would read beyond its memory.
    """
    try:
        array.validate(full=True)
    except pa.ArrowInvalid as error:
        raise StorageError("storage", f"a damaged array: {error}") from None
    return array


def _error(row: int, again: Callable[[], object]) -> Exception:
    """What `pure` has to say about a row that native did not take."""
    try:
        again()
    except RowError as error:
        return error.moved(error.row + row)
    except StorageError as error:
        return error
    return AssertionError(f"row {row} is refused by native and taken by pure")
