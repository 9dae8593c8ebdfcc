"""The command `inlayc`: runs it, and turns every exception into a message and an exit code."""

from __future__ import annotations

import sys

from inlayc.cli.exit_codes import INTERRUPTED, IO
from inlayc.cli.front_page import PAGE


def main() -> None:
    """The console script."""
    try:
        from inlay_runtime.standard_streams import run_delivered

        code = run_delivered(_run, IO)
    except KeyboardInterrupt:  # before a command begins, or behind its end
        code = INTERRUPTED
        if sys.stderr is not None:
            print("error: interrupted", file=sys.stderr)
    sys.exit(code)


def _ignore_interrupts() -> None:
    """Registered before all others, so the last to be called: behind it Python would end without a word, though all is done."""
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _run() -> int:
    if sys.argv[1:] in (["--help"], ["-h"]):
        sys.stdout.write(PAGE)
        return 0
    import atexit

    atexit.register(_ignore_interrupts)
    try:
        from inlayc.cli.command_line import run

        return run(sys.argv[1:])
    except (Exception, KeyboardInterrupt) as error:
        from inlayc.cli.failures import report_failure

        return report_failure(error)


if __name__ == "__main__":
    main()
