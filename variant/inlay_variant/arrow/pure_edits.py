"""Edits of columns in pure Python: every row becomes a tree and is written again."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from inlay_runtime.errors import DecodeError, EncodeError
from inlay_variant.arrow.pure import EMPTY
from inlay_variant.storage.columns import build_binary_array, list_rows, validity_of
from inlay_variant.storage.shape import Group, storage_of
from inlay_variant.value.decode import read_value, step_of
from inlay_variant.value.edit import TreeEdit, UnfitError, edit_tree
from inlay_variant.value.encode import write_variant
from inlay_variant.value.errors import EditError, damaged
from inlay_variant.value.limits import VariantLimits
from inlay_variant.value.metadata import read_metadata
from inlay_variant.value.nodes import Node
from inlay_variant.value.path import Step


def edit_rows(
    storage: pa.StructArray,
    others: pa.StructArray | None,
    edit: TreeEdit,
    limits: VariantLimits,
    *,
    tries: bool,
) -> pa.StructArray:
    """Unshredded storage, edited, with canonical values and dictionaries; a row is null where it or its value is. `others` has a
    value for each row, or one for all.

    Raises DamagedRowError, and EditError unless it `tries`, which makes such a row null.
    """
    values = [] if others is None else _list_pairs(others)
    results: list[tuple[bytes, bytes] | None] = []
    for row, own in enumerate(_list_pairs(storage)):
        other = (b"\x11\0\0", b"\0") if others is None else values[0 if len(values) == 1 else row]
        if own is None or other is None:
            results.append(None)
            continue
        tree, value = _read(row, own, limits), _read(row, other, limits)
        try:
            edited = edit_tree(tree, edit, value)
            written = write_variant(edited, limits)
            read_value(written[1], read_metadata(written[0], limits), limits)
        except UnfitError as error:
            if not tries:
                raise EditError(row, _name(edit.steps[: error.step]), error.reason) from None
            results.append(None)
        except (DecodeError, EncodeError) as error:  # of the result: what was given is sound
            if not tries:
                reason = f"the result would be too deep or too large: {error.reason}"
                raise EditError(row, error.path or "$", reason) from None
            results.append(None)
        else:
            results.append(written)
    valid = [result is not None for result in results]
    metadata = build_binary_array([EMPTY[0] if pair is None else pair[0] for pair in results])
    column = build_binary_array([None if pair is None else pair[1] for pair in results])
    type_ = storage_of(Group(True, None))
    buffers = [validity_of(valid)]
    edited_rows = pa.Array.from_buffers(
        type_, len(results), buffers, valid.count(False), 0, [metadata, column]
    )
    assert isinstance(edited_rows, pa.StructArray)
    return edited_rows


def _name(steps: Sequence[Step]) -> str:
    return "$" + "".join(step_of(step) if isinstance(step, str) else f"[{step}]" for step in steps)


def _list_pairs(storage: pa.StructArray) -> list[tuple[bytes, bytes] | None]:
    """Metadata and value of each row; None where it is null."""
    pairs: list[tuple[bytes, bytes] | None] = [None] * len(storage)
    for row, metadata, value in list_rows(storage):
        pairs[row] = (metadata, value)
    return pairs


def _read(row: int, pair: tuple[bytes, bytes], limits: VariantLimits) -> Node:
    try:
        return read_value(pair[1], read_metadata(pair[0], limits), limits)
    except DecodeError as error:
        raise damaged(row, error) from None
