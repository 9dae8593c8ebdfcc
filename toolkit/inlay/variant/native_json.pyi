import pyarrow as pa

from inlay.variant.arrow import Array
from inlay.variant.limits import Limits

def parse_json(text: Array, limits: Limits) -> pa.StructArray | int: ...
