"""The command `inlayc`: runs it, and turns every exception into a message and an exit code."""

from __future__ import annotations

import sys

from inlayc.front_page import PAGE

USAGE = 2
INVALID_INPUT = 3
INTERNAL = 70
INTERRUPTED = 130


def main() -> None:
    """The console script."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        from inlay_runtime.standard_streams import open_closed_streams

        open_closed_streams()
    try:
        if sys.argv[1:] in (["--help"], ["-h"]):
            sys.stdout.write(PAGE)
            sys.stdout.flush()
            return
        from inlayc.command_line import run

        code = run(sys.argv[1:])
    except (Exception, KeyboardInterrupt) as error:
        code = _report(error)
    sys.exit(code)


def _report(error: BaseException) -> int:
    from inlayc.diagnostics import CompileError
    from inlayc.formatting.layout import FormatError
    from inlayc.missing import suggest_remedy
    from inlayc.publish import PublishError
    from inlayc.settings import SettingsError

    match error:
        case KeyboardInterrupt():
            return INTERRUPTED
        case PublishError():
            _print_line(f"error: {error}")
            return USAGE
        case SettingsError():
            _print(f"error: {error}")
            return USAGE
        case FormatError():
            _print_line(f"error: {error}")
            return INVALID_INPUT
        case ModuleNotFoundError() if what := suggest_remedy(error):
            print(f"error: inlayc needs {what}", file=sys.stderr)  # which may be what prints
            return USAGE
        case OSError(filename=None):
            _print_line(f"error: {error.strerror or error}")
            _give_up_output()
            return USAGE
        case OSError():
            _print_line(f"error: {error.filename}: {error.strerror}")
            return USAGE
        case CompileError(diagnostics=diagnostics):
            _print(str(error))
            _print(f"\n{len(diagnostics)} error{'' if len(diagnostics) == 1 else 's'}")
            return INVALID_INPUT
        case _:
            import traceback

            _print("".join(traceback.format_exception(error)))
            _print("error: this is a bug in inlayc; please report it with the above")
            return INTERNAL


def _give_up_output() -> None:
    """What could not be written would be tried again at the end of Python, and said again."""
    from contextlib import suppress

    with suppress(OSError):
        sys.stdout.close()


def _print(message: str) -> None:
    from inlayc.printing import show_text

    show_text(message, error=True)


def _print_line(message: str) -> None:
    from inlayc.printing import show_line

    show_line(message, error=True)


if __name__ == "__main__":
    main()
