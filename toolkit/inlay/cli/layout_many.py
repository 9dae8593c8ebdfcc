"""`inlay layout` of several files: a block for each, and what the bytes of all of them are for."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_files import (
    FailedFile,
    Total,
    code_of,
    count_named_files,
    report_failed,
    run_in_order,
)
from inlay.cli.printing import show_line
from inlay.footers.footer.errors import FooterError
from inlay.ground.wording.amounts import count, format_share, format_size
from inlay.tables.scan.named import is_another_kind
from inlay.verbs.layout.purposes import PURPOSES, Purpose

if TYPE_CHECKING:
    from inlay.tables.scan.named import NamedFile
    from inlay.verbs.layout.ledger import Ledger


class LaidOut(NamedTuple):
    """How a file ended that was shown, and its bytes by purpose."""

    code: ExitCode
    sizes: list[int]


ShowOne: TypeAlias = Callable[[str, bool], LaidOut]


def add_up(ledger: Ledger) -> list[int]:
    """Bytes of a file by purpose."""
    sizes = [0] * len(Purpose)
    for group in ledger.groups:
        sizes[group.purpose] += group.size
    return sizes


def lay_out_each(paths: tuple[str, ...], jobs: int, show: ShowOne) -> ExitCode:
    """Shows every file, and then the total. Returns the worst exit code."""
    total, sizes = Total(), [0] * len(Purpose)
    files = count_named_files(paths)
    with closing(run_in_order(partial(_show_named, show), files, jobs)) as all_ran:
        for ran in all_ran:
            total.add(None if ran is None else ran.code)
            if isinstance(ran, LaidOut):
                sizes = [before + size for before, size in zip(sizes, ran.sizes, strict=True)]
    if total.codes.total() > 1:
        show_line(_describe(total, sizes))
    return code_of(total)


def _show_named(show: ShowOne, file: NamedFile) -> LaidOut | FailedFile | None:
    try:
        if file.error is not None:
            raise file.error
        return show(file.path, False)
    except Exception as error:
        if isinstance(error, FooterError) and is_another_kind(file, error):
            return None
        return report_failed(file.path, error)


def _describe(total: Total, sizes: list[int]) -> str:
    size = sum(sizes)
    purposes = sorted(filter(sizes.__getitem__, Purpose), key=sizes.__getitem__, reverse=True)
    shares = [f"{PURPOSES[it]} {format_share(sizes[it], size)}" for it in purposes]
    read = total.codes[ExitCode.OK] + total.codes[ExitCode.FINDINGS]
    said = f"{count(read, 'file')}, {format_size(size)}{': ' if shares else ''}{', '.join(shares)}"
    unread = total.codes.total() - read
    return f"{said}; {unread:,} could not be read" if unread else said
