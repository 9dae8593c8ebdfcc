"""The command `inlayc`: runs it, and turns every exception into a message and an exit code."""

from __future__ import annotations

import sys

from inlayc.cli.front_page import PAGE

USAGE = 2
INVALID_INPUT = 3
IO = 6
INTERNAL = 70
INTERRUPTED = 130


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


def _run() -> int:
    if sys.argv[1:] in (["--help"], ["-h"]):
        sys.stdout.write(PAGE)
        return 0
    try:
        from inlayc.cli.command_line import run

        return run(sys.argv[1:])
    except (Exception, KeyboardInterrupt) as error:
        return _report(error)


def _report(error: BaseException) -> int:
    from inlayc.base.diagnostics import CompileError
    from inlayc.base.settings import SettingsError
    from inlayc.cli.missing import suggest_remedy
    from inlayc.judges.formatting.layout import FormatError
    from inlayc.python.publish import PublishError

    match error:
        case KeyboardInterrupt():
            if sys.stderr.isatty():  # which has shown ^C
                print(file=sys.stderr)
            print("error: interrupted", file=sys.stderr)
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
            return IO
        case OSError():
            _print_line(f"error: {error.filename}: {error.strerror}")
            return IO
        case CompileError(diagnostics=diagnostics):
            _print(str(error))
            from inlayc.base.amounts import count

            _print(f"\n{count(len(diagnostics), 'error')}")
            return INVALID_INPUT
        case _:
            import traceback

            _print("".join(traceback.format_exception(error)))
            _print("error: this is a bug in inlayc; please report it with the above")
            return INTERNAL


def _print(message: str) -> None:
    from inlayc.cli.printing import show_text

    show_text(message, error=True)


def _print_line(message: str) -> None:
    from inlayc.cli.printing import show_line

    show_line(message, error=True)


if __name__ == "__main__":
    main()
