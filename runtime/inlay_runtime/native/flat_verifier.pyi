"""The native verifier of FlatBuffers."""

from inlay_runtime.flat.schema import TableSchema
from inlay_runtime.limits import Limits

def verify(
    buffer: bytes, root: TableSchema, limits: Limits, start: int = 0
) -> tuple[int, bool] | None:
    """The position of the root table, and whether the buffer holds what only a newer schema has.

    None where it is refused, or where the pure verifier has to decide.
    """
