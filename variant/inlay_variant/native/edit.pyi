from collections.abc import Sequence

import pyarrow as pa

from inlay_variant.value.limits import VariantLimits
from inlay_variant.value.path import Step

def edit_rows(
    storage: pa.StructArray,
    others: pa.StructArray | None,
    op: int,
    steps: Sequence[Step],
    flag: bool,
    limits: VariantLimits,
    tries: bool,
) -> pa.StructArray | int: ...
