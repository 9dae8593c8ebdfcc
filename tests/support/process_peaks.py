"""The most memory that a whole process takes, what it imports included: `measure_peak`.

A process counts at least what the one that started it had, and one of tests has much. So a small one stands between: this module, which
imports hardly anything.
"""

import os
import subprocess
import sys

_RUN = (0, 1)
"""Exit codes: a command has done what it does, or says something of the file as well."""


def measure_peak(words: list[str]) -> int:
    """Of `inlay` with these words, in bytes; what it prints goes nowhere."""
    command = [sys.executable, "-m", "inlay", *words]
    between = [sys.executable, "-I", "-S", __file__, *command]
    return int(subprocess.run(between, stdout=subprocess.PIPE, check=True).stdout)


def _spend(command: list[str]) -> int:
    silent = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_WRONLY, 0) for number in (1, 2)]
    child = os.posix_spawn(command[0], command, os.environ, file_actions=silent)
    _, status, usage = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in _RUN, f"exit code {code}"
    return usage.ru_maxrss << 10


if __name__ == "__main__":
    print(_spend(sys.argv[1:]))
