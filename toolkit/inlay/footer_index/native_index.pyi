"""The walk that makes an index, and its hash table, natively."""

from array import array
from collections.abc import Sequence

def find_offsets(
    data: bytes,
    depth: int,
    container: int,
    binary: int,
    fields: dict[int, int],
    starts: tuple[array[int], array[int], array[int]],
) -> bool:
    """Fills what `FooterOffsets` holds; False where Python has to tell."""

def fill_slots(keys: Sequence[bytes], count: int, width: int, discriminator_bits: int) -> bytes: ...
def find_candidates(
    table: bytes | memoryview, count: int, width: int, discriminator_bits: int, key: bytes
) -> list[int]: ...
