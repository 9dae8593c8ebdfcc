"""The native writer of FlatBuffers."""

from inlay_runtime.flat.table import Table
from inlay_runtime.limits import Limits
from inlay_runtime.native.flat_output import Written

def encode(
    table: Table,
    limits: Limits,
    sharing: bool,
    written: Written | None = None,
    size_prefixed: bool = False,
    /,
) -> bytes | None:
    """The bytes of a buffer with the table at its root, or None: then pure Python decides.

    With `sharing`, what occurs more than once is stored once. `written` has slots of the root that the table itself leaves
    empty.
    """
