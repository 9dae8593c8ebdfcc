"""The command `inlay`."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as in `inlay/__init__.py`
if TYPE_CHECKING:
    from collections.abc import Sequence


OBJECTS_BETWEEN_COLLECTIONS = 50_000
"""Instead of Python's 700, which makes an eighth of a long command: it makes many objects, and cycles of them hardly ever."""

IO, INTERRUPTED, TERMINATED = 6, 130, 143
"""Of `inlay.cli.exit_codes.ExitCode`, which help does without, and an end before anything is imported."""


def main() -> None:
    """The console script. Nobody else's process is told what to do about streams and signals, or when to look for cycles."""
    try:
        from inlay_runtime.standard_streams import run_delivered

        code = run_delivered(_run_alone, IO)
    except KeyboardInterrupt as error:  # before a command begins, or behind its end
        word, code = (
            ("interrupted", INTERRUPTED)
            if type(error) is KeyboardInterrupt
            else ("terminated", TERMINATED)
        )
        if sys.stderr is not None:
            print(f"error: {word}", file=sys.stderr)
    if (termination := sys.modules.get("inlay.cli.termination")) is not None:
        termination.end_at_once()
    sys.exit(code)


def _run_alone() -> int:
    from inlay.cli.front_page import is_answered

    if is_answered(sys.argv[1:]):
        return 0
    import gc

    from inlay.cli.termination import raise_on_signals
    from inlay.ground.free_memory import forget_the_first_words, keep_large_pieces_apart

    keep_large_pieces_apart()
    forget_the_first_words()
    raise_on_signals()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    if sys.stderr is None or not sys.stderr.isatty() or sys.argv[1:2] == ["spark"]:
        return run(sys.argv[1:])  # nobody looks, or Spark says how far it is
    from inlay.cli.working_time import show_working_time

    with show_working_time():
        return run(sys.argv[1:])


def run(arguments: Sequence[str]) -> int:
    """Runs the command and returns its exit code; whatever happens is reported in `inlay.cli.errors`."""
    try:
        from inlay.cli.plain_commands import run_plain_command

        if (code := run_plain_command(arguments)) is not None:
            return code
        from inlay.cli.command_groups import run_group
        from inlay.cli.command_line import inlay

        return run_group(inlay, "inlay", arguments)
    except (Exception, KeyboardInterrupt) as error:
        from inlay.cli.errors import report

        return report(error)


if __name__ == "__main__":
    main()
