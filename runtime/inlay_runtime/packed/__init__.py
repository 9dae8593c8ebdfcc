"""Packed arrays with random access, and what is built of them: docs/packed.md."""

from inlay_runtime.packed.bits import (
    PackedBits,
    Runs,
    pack,
    packed_bits,
    packed_streams,
    stream_size,
    take,
    value_at,
    width_of,
)
from inlay_runtime.packed.byte_arrays import (
    ExpandedBytes,
    check_same_positions,
    join_bytes,
    pack_bytes,
)
from inlay_runtime.packed.fields import Fields, read_small_fields
from inlay_runtime.packed.names import (
    DISCRIMINATOR_BITS,
    build_table,
    check_table,
    name_hash,
    probe,
)
from inlay_runtime.packed.present import (
    Expanded,
    PackedArray,
    expand,
    expand_bits,
    locate_full,
    locate_sparse,
    pick_firsts,
)

__all__ = [
    "DISCRIMINATOR_BITS",
    "Expanded",
    "ExpandedBytes",
    "Fields",
    "PackedArray",
    "PackedBits",
    "Runs",
    "build_table",
    "check_same_positions",
    "check_table",
    "expand",
    "expand_bits",
    "pick_firsts",
    "join_bytes",
    "locate_full",
    "locate_sparse",
    "name_hash",
    "pack",
    "pack_bytes",
    "packed_bits",
    "packed_streams",
    "probe",
    "read_small_fields",
    "stream_size",
    "take",
    "value_at",
    "width_of",
]
