from collections.abc import Sequence

import pyarrow as pa

from inlay.variant.arrow import Array
from inlay.variant.leaves import Leaf
from inlay.variant.limits import Limits
from inlay.variant.path import Step

def look_up_values(
    storage: pa.StructArray, steps: Sequence[Step], limits: Limits
) -> Array | int: ...
def cast_values(values: Array, leaf: Leaf, strict: bool) -> Array | int: ...
