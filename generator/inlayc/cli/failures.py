"""Whatever is raised, as words for people and an exit code."""

from __future__ import annotations

import sys

from inlayc.cli.exit_codes import INTERNAL, INTERRUPTED, INVALID_INPUT, IO, USAGE


def report_failure(error: BaseException) -> int:
    """Prints what is wrong."""
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
            _advise(error)
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


def _advise(error: OSError) -> None:
    from inlay_runtime.missing_paths import advise_on_missing

    if isinstance(error, FileNotFoundError) and isinstance(error.filename, str):
        advice = advise_on_missing(error.filename)
        if advice:
            _print_line(f"  try: {advice}")


def _print(message: str) -> None:
    from inlayc.cli.printing import show_text

    show_text(message, error=True)


def _print_line(message: str) -> None:
    from inlayc.cli.printing import show_line

    show_line(message, error=True)
