import pyarrow as pa

from inlay_variant.storage.arrow_classes import Array
from inlay_variant.value.limits import VariantLimits

def parse_json(text: Array, limits: VariantLimits) -> pa.StructArray | int: ...
