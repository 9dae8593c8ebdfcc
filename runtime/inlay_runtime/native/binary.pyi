from inlay_runtime.limits import Limits

def to_compact(data: bytes, offset: int, limits: Limits) -> tuple[bytes, int] | None:
    """The struct at an offset in the compact protocol, and where it ends; None where the pure code is to raise."""

def find_place(data: bytes, offset: int, limits: Limits, until: int) -> int | None:
    """Where that stood which is at `until` in the compact bytes; None where the pure code is to say it."""

def find_refused(
    data: bytes, offset: int, limits: Limits
) -> tuple[int, int, int, int, bytes] | None:
    """Of what `to_compact` refuses: where that begins, its wire type (STOP for a field), the id of the field before it, how deep it
    lies, and the compact bytes of all that is before it. None where nothing is refused, or not here."""

def from_compact(cls: type[object], compact: bytes, limits: Limits) -> tuple[bytes, int] | None:
    """The struct in the binary protocol, and where it ended in the compact bytes; None where the pure code is to do it."""
