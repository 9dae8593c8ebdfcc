"""The command `inlay`."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as in `inlay/__init__.py`
if TYPE_CHECKING:
    from collections.abc import Sequence


OBJECTS_BETWEEN_COLLECTIONS = 50_000
"""Instead of Python's 700, which makes an eighth of a long command: it makes many objects, and cycles of them hardly ever."""


def main() -> None:
    """The console script. Nobody else's process is told what to do about signals, or when to look for cycles."""
    from inlay.cli.front_page import is_answered

    if None in (sys.stdin, sys.stdout, sys.stderr):
        from inlay_runtime.standard_streams import open_closed_streams

        open_closed_streams()
    if is_answered(sys.argv[1:]):
        return
    import gc

    from inlay.cli.termination import raise_on_sigterm

    raise_on_sigterm()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Runs the command and returns its exit code; whatever happens is reported in `inlay.cli.errors`."""
    try:
        from inlay.cli.plain_commands import run_plain_command

        if (code := run_plain_command(arguments)) is not None:
            return code
        from inlay.cli.command_line import inlay

        result: object = inlay.main(list(arguments), prog_name="inlay", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:
        from inlay.cli.errors import report

        return report(error)
    # In this mode click returns the code of an early exit (`--help`), and else what the command returns.
    return result if isinstance(result, int) else 0


if __name__ == "__main__":
    main()
