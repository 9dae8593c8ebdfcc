"""Empty lists whose element type does not exist: most readers take them, and some refuse the file.

fastparquet and hyparquet-writer write the row groups of a file without rows as `00`: no element, of the type 0.
"""

from __future__ import annotations

import re
from typing import Any, Final

from inlay_runtime.core import load_native
from inlay_runtime.limits import DEFAULT_LIMITS
from inlay_runtime.wire_types import MINIMAL_SIZE

_ALIKE: Final = re.compile(rb"(?:[\x19-\xfa]|[\x09\x0a][^\0]{1,3})[\x00\x0e\x0f]", re.DOTALL)
"""The header of a list or set, and an empty one without a type: also other bytes, for these are anywhere."""


def _find_native() -> Any:
    compiled = load_native("inlay.footers.footer.native_untyped")
    return None if compiled is None else compiled.has_untyped_list


native_untyped: Any = _find_native()
"""Says of valid bytes whether there is one; None without the native core."""


def may_have_untyped_list(data: bytes) -> bool:
    """Whether it is worth while to walk a struct for one: natively that is known, else bytes only look so."""
    if native_untyped is None:
        return _ALIKE.search(data) is not None
    is_there: bool = native_untyped(data, DEFAULT_LIMITS.depth)
    return is_there


def is_untyped(size: int, element_type: int) -> bool:
    """Whether this is the header of such a list."""
    return size == 0 and element_type not in MINIMAL_SIZE
