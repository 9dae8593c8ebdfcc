from collections.abc import Sequence

import pyarrow as pa

from inlay_variant.storage.arrow_classes import Array
from inlay_variant.storage.leaves import Leaf
from inlay_variant.value.limits import Limits
from inlay_variant.value.path import Step

def look_up_values(
    storage: pa.StructArray, steps: Sequence[Step], limits: Limits
) -> Array | int: ...
def cast_values(values: Array, leaf: Leaf, strict: bool) -> Array | int: ...
