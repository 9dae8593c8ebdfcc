"""Commands that take any number of files: a line or a block for each, in the order of the paths, and one exit code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.printing import show_json, warn
from inlay.cli.progress import PRINTING, READING, count_listed, show_steps
from inlay.ground.wording.missed import NO_FILES, describe_passed_over

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json
    from inlay.tables.scan.named import NamedFile

T = TypeVar("T")
R = TypeVar("R")
Job: TypeAlias = "Callable[[str, bool], ExitCode]"
"""Prints what a command has to say of the file at a path. The flag is true if this is the only file, so that nothing has to
tell it from others. With --jobs it goes to another process: a function of a module, or a `partial` of one."""

Ended: TypeAlias = "ExitCode | Unchecked | Unchanged"
"""How the work on one file ended."""

Checking: TypeAlias = "Callable[[str, bool], Ended]"
"""A `Job` that may also end without having found out anything about a file, or without having changed it."""

Ran: TypeAlias = "Ended | NotFound | None"
"""None for a file of a folder or glob that is not Parquet."""


def many_files(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with PATHS and --jobs, which become `paths` and `jobs`."""
    import click

    from inlay.cli.options import PATHS

    argument = click.argument("paths", nargs=-1, required=True, metavar="PATHS...", type=PATHS)
    jobs = click.option(
        "--jobs",
        default=1,
        show_default=True,
        type=click.IntRange(min=1),
        metavar="N",
        help="Work on N files at a time. Output keeps the order of PATHS.",
    )
    return argument(jobs(command))


class FailedFile(NamedTuple):
    """One of several that could not be read: what was said of it, the exit code for that, and the id of the reason, as in the table
    `problems` of a scan."""

    path: str
    said: str
    code: ExitCode
    reason: str


def report_failed(path: str, error: Exception) -> FailedFile:
    """Says it on standard error."""
    from inlay.cli.errors import describe_error, report
    from inlay.tables.scan.problems import finding_of

    return FailedFile(path, describe_error(error), report(error), finding_of(error).code)


class Unchecked(NamedTuple):
    """How a file ended that nothing was found out about, such as one that no key opens."""

    code: ExitCode


class Unchanged(NamedTuple):
    """How a file ended that is already as a change would make it."""

    code: ExitCode = ExitCode.OK


class NotFound:
    """How the work on a path ended that leads to no file."""


class Total:
    """How many files ended with which code."""

    def __init__(self) -> None:
        self.codes = Counter[ExitCode]()
        self.others = 0
        self.unchecked = Counter[ExitCode]()
        """Of `codes`, those of files that nothing was found out about."""
        self.unchanged = 0
        """Of `codes`, those of files that a change left as they were."""
        self.missing = 0
        """Paths that lead to no file, which is an error and no file of `codes`."""

    @property
    def code(self) -> ExitCode:
        """That of the worst file."""
        return max([*self.codes, ExitCode.IO if self.missing else ExitCode.OK])

    def add(self, ran: Ran) -> None:
        if ran is None:
            self.others += 1
        elif isinstance(ran, NotFound):
            self.missing += 1
        elif isinstance(ran, Unchecked):
            self.codes[ran.code] += 1
            self.unchecked[ran.code] += 1
        elif isinstance(ran, Unchanged):
            self.codes[ran.code] += 1
            self.unchanged += 1
        else:
            self.codes[ran] += 1


def run_each(
    paths: tuple[str, ...], jobs: int, job: Checking, *, document: str | None = None
) -> ExitCode:
    """Runs the job on every file, and returns the worst exit code. `document` is whose documents a command prints, if it
    prints JSON. Raises what the job raises if there is only one file; without files, there is nothing to work on.
    """
    if is_alone(paths):
        ended = run_alone(paths[0], job)
        return ended if isinstance(ended, ExitCode) else ended.code
    return code_of(count_each(paths, jobs, job, document=document))


def run_alone(path: str, job: Callable[[str, bool], R]) -> R:
    """Of one file, it is said at which step the job is."""
    with show_steps(READING, PRINTING):
        return job(path, True)


def code_of(total: Total) -> ExitCode:
    """How a command with several files ends, after a word about what was passed over; without files, there is nothing to work
    on."""
    if total.others:
        warn(describe_passed_over(total.others, total.codes.total() + total.others))
    return code_of_read(total.codes.total(), total.code)


def code_of_read(files: int, code: ExitCode = ExitCode.OK) -> ExitCode:
    """How a command ends that met so many Parquet files. None are no good news: a path may be wrong, or a glob."""
    if files or code != ExitCode.OK:
        return code
    warn(NO_FILES)
    return ExitCode.FINDINGS


def is_alone(paths: tuple[str, ...]) -> bool:
    """Whether the paths stand for exactly one file."""
    from inlay.ground.files.paths import is_listing

    return len(paths) == 1 and not is_listing(paths[0])


def count_each(
    paths: tuple[str, ...], jobs: int, job: Checking, *, document: str | None = None
) -> Total:
    """Runs the job on every file as one of several: a bad one never ends the others."""
    return count_files(count_named_files(paths), jobs, job, document)


def count_named_files(paths: tuple[str, ...], what: str = READING) -> Iterator[NamedFile]:
    """The files at these paths, with a line of how many of them were taken."""
    from inlay.tables.scan.named import list_named_files

    return count_listed(partial(list_named_files, paths), what)


def count_files(
    files: Iterable[NamedFile],
    jobs: int,
    job: Checking,
    document: str | None = None,
    total: Total | None = None,
) -> Total:
    """As `count_each`, of files that are listed already. `total` counts them, also for who interrupts it."""
    total = Total() if total is None else total
    with closing(run_in_order(partial(_run_job, job, document), files, jobs)) as all_ran:
        for ran in all_ran:
            total.add(ran)
    return total


def run_in_order(run: Callable[[T], R], items: Iterable[T], jobs: int) -> Generator[R]:
    """What `run` returns for each item, in their order, after what it prints was printed; with several jobs it goes to other
    processes."""
    if jobs == 1:
        yield from map(run, items)
        return
    from inlay.cli.worker_processes import run_in_processes

    yield from run_in_processes(run, items, jobs)


def _run_job(job: Checking, document: str | None, file: NamedFile) -> Ran:
    """One file of several, printed."""
    from inlay.cli.errors import report
    from inlay.footers.footer.errors import FooterError
    from inlay.tables.scan.named import is_another_kind

    try:
        if file.error is not None:
            raise file.error
        return job(file.path, False)
    except Exception as error:
        if isinstance(error, FooterError) and is_another_kind(file, error):
            return None
        code = report(error)
        if document is not None:
            show_json(document_error(document, file.path, error, code), in_line=True)
        is_missing = isinstance(error, FileNotFoundError) and error.filename == file.path
        return NotFound() if is_missing else code


def document_error(command: str, path: str, error: Exception | str, code: ExitCode) -> Json:
    """A file that could not be read, which is not the same as one without findings."""
    from inlay.cli.errors import describe_error

    what = error if isinstance(error, str) else describe_error(error)
    content: dict[str, Json] = {"path": path, "error": {"exit_code": int(code), "what": what}}
    return document_of(command, content)
