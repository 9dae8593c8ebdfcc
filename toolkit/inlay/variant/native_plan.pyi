import pyarrow as pa

from inlay.variant.limits import Limits

def check(storage: pa.StructArray, limits: Limits) -> int | None: ...
