from collections.abc import Callable, Sequence

import pyarrow as pa

from inlay_variant.storage.arrow_classes import Array
from inlay_variant.storage.leaves import VariantLeaf
from inlay_variant.value.limits import VariantLimits
from inlay_variant.value.path import Step

def look_up_values(
    storage: pa.StructArray, paths: Sequence[Sequence[Step]], limits: VariantLimits
) -> list[Array] | int: ...
def cast_values(values: Array, leaf: VariantLeaf, strict: bool) -> Array | int: ...
def write_json(
    storage: pa.StructArray,
    limits: VariantLimits,
    write_other: Callable[[int, bytes], bytes | None],
) -> Array: ...
