import pyarrow as pa

from inlay_variant.value.limits import VariantLimits

def check(storage: pa.StructArray, limits: VariantLimits) -> int | None: ...
