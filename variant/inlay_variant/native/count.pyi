import pyarrow as pa

from inlay_variant.value.counting import Seen
from inlay_variant.value.limits import VariantLimits

def count_values(storage: pa.StructArray, limits: VariantLimits) -> Seen | int: ...
