import pyarrow as pa

from inlay_variant.storage.shape import Group
from inlay_variant.value.limits import VariantLimits

def unshred(
    storage: pa.StructArray, group: Group, limits: VariantLimits, tolerant: bool
) -> pa.StructArray | int: ...
