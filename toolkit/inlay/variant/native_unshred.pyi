import pyarrow as pa

from inlay.variant.limits import Limits
from inlay.variant.shape import Group

def unshred(
    storage: pa.StructArray, group: Group, limits: Limits, tolerant: bool
) -> pa.StructArray | int: ...
