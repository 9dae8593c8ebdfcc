"""A run in a process of its own, to be killed: `python -m tests.pipeline.shred.child LAKE OUT`."""

from __future__ import annotations

import sys

from inlay_spark.shredding import lake, shred
from tests.pipeline.shred.here import here

if __name__ == "__main__":
    lake.FILES_A_TASK = 2  # type: ignore[misc]
    lake.WAVE = 2  # type: ignore[misc]
    shred(here(), sys.argv[1], sys.argv[2], ["v"])
