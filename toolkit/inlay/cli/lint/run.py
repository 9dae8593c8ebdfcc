"""What `inlay lint` does: file by file, and once over their tables."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_files import (
    FailedFile,
    Total,
    code_of,
    count_named_files,
    is_alone,
    report_failed,
    run_in_order,
)
from inlay.cli.progress import PRINTING, READING, show_progress, show_steps
from inlay.tables.scan.named import NamedFile
from inlay.verbs.lint.advise import LintedFile, advise_alone, advise_on_tables
from inlay.verbs.lint.lint import lint_file
from inlay.verbs.lint.outline import Outlines
from inlay.verbs.lint.rule import WARNING

if TYPE_CHECKING:
    from inlay.cli.lint.sink import AdviceSink
    from inlay.verbs.lint.settings import LintSettings


def lint_each(
    paths: tuple[str, ...],
    jobs: int,
    settings: LintSettings,
    open_sink: Callable[[bool], AdviceSink],
) -> ExitCode:
    """Hands what the rules say to a sink, which is told whether there is only one file, and returns the worst exit code.

    Raises what reading raises if there is only one file.
    """
    if is_alone(paths):
        with show_steps(READING, PRINTING):
            with show_progress("advising", "rule", len(settings.rules)) as line:
                advice = advise_alone(paths[0], paths[0], settings, line.reach)
            sink = open_sink(True)
            sink.add(paths[0], advice)
            sink.finish(())
        return _code_of(advice.has_warnings)
    sink = open_sink(False)
    outlines = Outlines()
    total = Total()
    files = count_named_files(paths)
    with closing(run_in_order(partial(_lint_named, settings), files, jobs)) as all_ran:
        for ran in all_ran:
            match ran:
                case None:
                    total.add(None)
                case FailedFile():
                    total.add(ran.code)
                    sink.add_unread(ran)
                case LintedFile():
                    outlines.add(ran.outline)
                    total.add(_code_of(ran.advice.has_warnings))
                    sink.add(ran.outline.path, ran.advice)
    on_tables = list(advise_on_tables(outlines, settings))
    sink.finish(on_tables)
    is_warned = any(each.severity == WARNING for each in on_tables)
    return max(code_of(total), _code_of(is_warned))


def _lint_named(settings: LintSettings, file: NamedFile) -> LintedFile | FailedFile | None:
    """One file of several; what is wrong with it is printed."""
    try:
        return lint_file(file, settings)
    except Exception as error:
        return report_failed(file.path, error)


def _code_of(is_warned: bool) -> ExitCode:
    return ExitCode.FINDINGS if is_warned else ExitCode.OK
