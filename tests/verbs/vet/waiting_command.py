"""`inlay vet --jobs 2` with a reader that waits for ever: `python -m tests.verbs.vet.waiting_command FILES`."""

from __future__ import annotations

import sys

from inlay.cli.exit_codes import ExitCode
from inlay.cli.vet import _vet_file
from inlay.cli.worker_processes import run_in_processes
from inlay.verbs.vet import vet as vetting_module
from inlay.verbs.vet.limits import VettingLimits
from tests.verbs.vet.bad_readers import reader_of


def vet_file(path: str) -> ExitCode:
    vars(vetting_module)["READERS"] = {"it": reader_of("waits_for_an_end")}
    limits = VettingLimits(seconds=10_000)
    return _vet_file(path, False, readers=None, limits=limits, is_json=False)


if __name__ == "__main__":
    list(run_in_processes(vet_file, sys.argv[1:], 2))
