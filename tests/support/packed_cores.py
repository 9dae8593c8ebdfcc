"""The native functions of packed arrays and of the footers made of them, and a way to leave them aside.

They are looked up when their module is imported, so the environment does not switch them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Final

import pytest

from inlay.footers.designs.modular import bounds as modular_bounds
from inlay.footers.designs.modular import placement as modular_placement
from inlay.footers.designs.modular import root as modular_root
from inlay_runtime.packed import bits, byte_arrays, fields, names, present

NATIVE: Final[dict[ModuleType, tuple[str, ...]]] = {
    bits: (
        "native_take",
        "native_pack",
        "native_find_disorder",
        "native_value",
        "native_are_streams",
    ),
    present: ("native_expand", "native_expand_bits", "native_ones", "native_firsts"),
    byte_arrays: ("native_join",),
    names: ("native_hash", "native_probe"),
    fields: ("native_fields",),
    modular_root: ("native_root",),
    modular_placement: ("native_place", "native_sum"),
    modular_bounds: ("native_bounds", "native_answer"),
}


@contextmanager
def pure_python() -> Iterator[None]:
    """Packed arrays without the native core, which has to be there."""
    with pytest.MonkeyPatch.context() as patch:
        for module, functions in NATIVE.items():
            for name in functions:
                assert getattr(module, name) is not None
                patch.setattr(module, name, None)
        yield
