import pyarrow as pa

from inlay_variant.storage.shape import Group
from inlay_variant.value.limits import Limits

def unshred(
    storage: pa.StructArray, group: Group, limits: Limits, tolerant: bool
) -> pa.StructArray | int: ...
