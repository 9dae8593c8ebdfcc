"""A run in a process of its own, to be killed: `python -m tests.pipeline.shred.child LAKE OUT`."""

from __future__ import annotations

import sys
from unittest import mock

from inlay_spark.shredding import lake, shred
from tests.pipeline.shred.here import here

if __name__ == "__main__":
    with mock.patch.multiple(lake, FILES_A_TASK=2, WAVE=2):
        shred(here(), sys.argv[1], sys.argv[2], ["v"])
