from collections.abc import Sequence

import pyarrow as pa

from inlay.variant.arrow import Array
from inlay.variant.leaves import Leaf
from inlay.variant.limits import Limits
from inlay.variant.path import Step
from inlay.variant.shape import Group

def check(storage: pa.StructArray, limits: Limits) -> int | None: ...
def shred(
    storage: pa.StructArray, group: Group, limits: Limits, exact: bool
) -> pa.StructArray | int: ...
def unshred(
    storage: pa.StructArray, group: Group, limits: Limits, tolerant: bool
) -> pa.StructArray | int: ...
def look_up_values(
    storage: pa.StructArray, steps: Sequence[Step], limits: Limits
) -> Array | int: ...
def cast_values(values: Array, leaf: Leaf, strict: bool) -> Array | int: ...
