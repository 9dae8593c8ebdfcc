"""The UUIDs that mark a footer beside the Thrift, as the 16 bytes that stand in a file.

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

DESIGN: Final = bytes.fromhex("cd4f8612 deee 4338 a0d2 56012ef97e4b")
"""A footer in another design, beside the Thrift: `inlay.footers.containers.design_content`."""

MARKS: Final = [PROTOTYPE, PRIVATE, MIGRATION, DESIGN]

NEAR: Final = 2
"""Random UUIDs differ in 64 bits, give or take 6; one that differs in two bits was damaged."""
