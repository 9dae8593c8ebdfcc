"""Arrow's functions of arrays, which are a library of their own: to import them takes 8 MiB, and what only holds arrays needs none."""

from __future__ import annotations

from typing import Any, Final

import pyarrow.compute

compute: Final[Any] = pyarrow.compute
"""The stubs know too little of what its functions give."""
