from inlay_runtime.limits import Limits
from inlay_runtime.struct import Struct

def encode(record: Struct, limits: Limits, is_binary: bool) -> bytes | None:
    """The bytes of a struct, or None: then pure Python decides, or those of the compact protocol are translated."""
