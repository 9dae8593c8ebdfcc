"""The UUIDs that mark a FlatBuffers footer, as the 16 bytes that stand in a file.

Every footer is looked at for them, and most have none: so this module imports nothing, above all not `uuid`.
"""

from __future__ import annotations

from typing import Final

PROTOTYPE: Final = bytes.fromhex("deadbeef dead beef dead beefdeadbeef")
"""The placeholder of the Arrow and arrow-rs prototypes."""

PRIVATE: Final = bytes.fromhex("79eaab77 fbdf 4286 a920 a9a804dd5cf4")
"""The private form, `idl/footer_v0.fbs`."""

MIGRATION: Final = bytes.fromhex("373319f7 95d0 4879 95dc 4200f2c518ec")
"""The migration form, `idl/footer.fbs`."""

MARKS: Final = [PROTOTYPE, PRIVATE, MIGRATION]

NEAR: Final = 2
"""Random UUIDs differ in 64 bits, give or take 6; one that differs in two bits was damaged."""
