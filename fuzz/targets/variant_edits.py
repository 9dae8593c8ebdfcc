"""Any bytes as a Variant that is edited, and as the value that is put in."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pyarrow as pa

from fuzz.target import Target
from fuzz.variant_seeds import list_variants, mutate_variant, pack, store, unpack
from inlay_runtime.errors import InlayError
from inlay_variant.arrow import kernels, pure_edits
from inlay_variant.value.edit import EditKind, TreeEdit
from inlay_variant.value.limits import DEFAULT_LIMITS
from tests.variant.test_edits import outcome

STEPS: Final = ("a", "b", "c", "zz", "é", 0, 1, -1, 7, -9)


def check(data: bytes) -> None:
    made = make_edit(data)
    if made is None:
        return
    edit, storage, other, tries = made
    try:
        kernels.check(other, DEFAULT_LIMITS)  # what is put in is sound
    except InlayError:
        return
    value = other if edit.needs_value else None
    assert outcome(kernels, storage, value, edit, tries) == outcome(pure_edits, storage, value, edit, tries)  # fmt: skip


def quick(data: bytes) -> None:
    """What native code edits is sound to native code."""
    made = make_edit(data)
    if made is None or kernels.native.check(made[2], DEFAULT_LIMITS) is not None:
        return
    edit, storage, other, tries = made
    edited = kernels.native.edit_rows(
        storage,
        other if edit.needs_value else None,
        int(edit.kind),
        edit.steps,
        edit.flag,
        DEFAULT_LIMITS,
        tries,
    )
    if isinstance(edited, pa.Array):
        edited.validate(full=True)


def make_edit(data: bytes) -> tuple[TreeEdit, Any, Any, bool] | None:
    """The first four bytes are the edit: kind and flags, how many steps, and which; then two Variants."""
    if len(data) < 8:
        return None
    kind = EditKind(data[0] % len(EditKind))
    steps = [STEPS[data[2 + at % 2] // (1 + at) % len(STEPS)] for at in range(data[1] % 4)]
    if kind is EditKind.PICK:
        steps = [step for step in steps if isinstance(step, str)]
    elif not steps and kind is not EditKind.MERGE:
        steps = ["a"]
    edit = TreeEdit(kind, steps, data[0] & 64 == 0)
    half = 6 + int.from_bytes(data[4:6], "little")
    storage, other = store(unpack(data[6:half]), None), store(unpack(data[half:]))
    return edit, storage, other, data[0] > 127


def seeds() -> list[bytes]:
    packed = [pack(variant) for variant in list_variants()]
    return [_join(bytes([at * 9 % 256, at, at * 3, at * 5]), each, packed[-at]) for at, each in enumerate(packed)]  # fmt: skip


def _join(edit: bytes, first: bytes, second: bytes) -> bytes:
    return edit + len(first).to_bytes(2, "little") + first + second


def mutate(data: bytes, rng: Random) -> bytes:
    edit, half = data[:4].ljust(4, b"\0"), 6 + int.from_bytes(data[4:6], "little")
    first, second = data[6:half], data[half:]
    match rng.randrange(4):
        case 0:
            edit = rng.randbytes(4)
        case 1:
            second = mutate_variant(second, rng)
        case _:
            first = mutate_variant(first, rng)
    return _join(edit, first[:0xFFFF], second)


TARGET: Final = Target(
    "the kernel and pure Python edit to the same byte, or raise the same",
    check,
    seeds,
    mutate,
    quick=quick if kernels.native else None,
)
