"""Files that deviate from a good one in exactly one way, and what they ask of a reader."""

from __future__ import annotations

from typing import Final

from tests.crafted.chunks import CHUNKS
from tests.crafted.frame import FRAME
from tests.crafted.indexes import INDEXES
from tests.crafted.metadata import METADATA
from tests.crafted.pages import PAGES
from tests.crafted.wire import WIRE

DEVIATIONS: Final = {**FRAME, **WIRE, **METADATA, **CHUNKS, **PAGES, **INDEXES}
"""By name. The groups are the sections of the page."""

SECTIONS: Final = {
    "The frame of the file": FRAME,
    "The wire": WIRE,
    "File and schema": METADATA,
    "Row groups and chunks": CHUNKS,
    "Pages": PAGES,
    "Page indexes": INDEXES,
}
