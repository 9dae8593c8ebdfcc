"""All kinds of lies, by name."""

from __future__ import annotations

from typing import Final

from tests.lies.bounds import BOUNDS
from tests.lies.contents import CONTENTS
from tests.lies.counts import COUNTS
from tests.lies.indexes import INDEXES
from tests.lies.kind import Kind

KINDS: Final[dict[str, Kind]] = {**BOUNDS, **INDEXES, **COUNTS, **CONTENTS}
