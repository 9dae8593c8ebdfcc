import pyarrow as pa

from inlay_variant.storage.shape import Group
from inlay_variant.value.limits import VariantLimits

def shred(
    storage: pa.StructArray, group: Group, limits: VariantLimits, exact: bool
) -> pa.StructArray | int: ...
