import pyarrow as pa

from inlay_variant.value.limits import Limits

def check(storage: pa.StructArray, limits: Limits) -> int | None: ...
