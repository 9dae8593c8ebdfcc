import pyarrow as pa

from inlay.variant.limits import Limits
from inlay.variant.shape import Group

def shred(
    storage: pa.StructArray, group: Group, limits: Limits, exact: bool
) -> pa.StructArray | int: ...
