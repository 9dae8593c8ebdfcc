"""A run in a process of its own, to be killed: `python -m tests.pipeline.audit.child LAKE OUT`."""

from __future__ import annotations

import sys
from unittest import mock

from inlay_spark.audit import lake
from tests.pipeline.shred.here import here

if __name__ == "__main__":
    with mock.patch.object(lake, "FILES_A_TASK", 2):
        lake.audit(here(), sys.argv[1], sys.argv[2], values=True)
