import pyarrow as pa

from inlay_variant.storage.shape import Group
from inlay_variant.value.limits import Limits

def shred(
    storage: pa.StructArray, group: Group, limits: Limits, exact: bool
) -> pa.StructArray | int: ...
