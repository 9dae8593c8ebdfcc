"""The layout of a file in the terminal: a bar of the file, what its bytes are for, and the largest owners."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from inlay.cli.printing import show_line, show_table, write
from inlay.cli.terminal import NOT_A_TERMINAL, console_of, lines_of, width_of
from inlay.ground.wording.amounts import count, format_share, format_size
from inlay.ground.wording.printable import quote_empty, shorten
from inlay.verbs.layout.bar import cut_into_cells
from inlay.verbs.layout.ledger import NOTHING
from inlay.verbs.layout.purposes import PURPOSES, Purpose
from inlay.verbs.layout.totals import TOTALS, SizeTotal, total_by_column, total_by_kind
from inlay.verbs.lint.estimate import PAGE
from inlay.verbs.lint.rule import quote_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from inlay.cli.inspect.words import Part as Styled
    from inlay.verbs.layout.ledger import Ledger

_BAR: Final = 78
"""Cells of the bar where nobody looks."""

_GLYPHS: Final = "█▓▒░│◊▌▞■?"
_STYLES: Final = ("blue", "cyan", "green", "yellow", "magenta", "red", "bright_black", "bright_blue", "white", "bold red")  # fmt: skip
_MOST: Final = 10
_BARE: Final = "pages without a codec"
_LONGEST: Final = 60


def print_summary(ledger: Ledger) -> None:
    show_line(", ".join([_size(ledger.size), ledger.form, *_things(ledger)]))
    if not ledger.size:
        return
    write("\n")
    _print_bar(ledger)
    write("\n")
    _print_table("kind", total_by_kind(ledger), ledger.size)
    write("\n")
    _print_table("column", total_by_column(ledger), ledger.size, _MOST, with_purposes=True)
    _print_strays(ledger)
    _print_findings(ledger)
    _print_next_step(ledger)


def print_totals(ledger: Ledger, by: str) -> None:
    if totals := TOTALS[by](ledger):
        _print_table(by, totals, ledger.size, with_purposes=by == "column")
    else:
        unknown = f", and no {by} is known" if ledger.size else ""
        show_line(f"{ledger.file}: {_size(ledger.size)}{unknown}")


def _size(size: int) -> str:
    return count(size, "byte") if size < 1024 else f"{format_size(size)} ({count(size, 'byte')})"


def _things(ledger: Ledger) -> list[str]:
    groups = len(set(ledger.row_group) - {NOTHING})
    if not ledger.paths:
        return []
    return [f"{count(groups, 'row group')} of {count(len(ledger.paths), 'column')}"]


def _print_bar(ledger: Ledger) -> None:
    """Where a cell is shared, the purpose is shown that has most of it; the line below names the purposes."""
    console = console_of()
    width = width_of(console)
    cells = cut_into_cells(ledger, _BAR if width == NOT_A_TERMINAL else max(width - 1, 10))
    shown = [max(range(len(cell)), key=cell.__getitem__) for cell in cells]
    bar: list[Styled] = [(_GLYPHS[purpose], _STYLES[purpose]) for purpose in shown]
    lines: list[list[Styled]] = [bar]
    used, line = 0, list[tuple[str, str]]()
    for purpose in Purpose:
        size = sum(cell[purpose] for cell in cells)
        if not size:
            continue
        label = f"{PURPOSES[purpose]} {format_share(size, ledger.size)}   "
        if line and used + len(label) + 2 > width:
            lines.append([*line])
            used, line = 0, []
        line += [(_GLYPHS[purpose], _STYLES[purpose]), (f" {label}", "")]
        used += len(label) + 2
    lines.append(line)
    for text in lines_of(lines, console):
        write(text)


def _print_table(
    title: str,
    totals: Sequence[SizeTotal],
    size: int,
    most: int | None = None,
    *,
    with_purposes: bool = False,
) -> None:
    shown = totals[:most]
    purposes = [purpose for purpose in Purpose if any(total.by_purpose[purpose] for total in shown)]
    titles = [title, "bytes", "share", "owners"]
    if with_purposes:
        titles += [PURPOSES[purpose] for purpose in purposes]
    rows = [_row(total, size, purposes if with_purposes else []) for total in shown]
    show_table(titles, rows, titles[1:], goes=["owners", *reversed(titles[4:])])
    rest = totals[len(shown) :]
    if rest:
        more = count(len(rest), "more", "more")
        show_line(
            f"... and {more}, {format_size(sum(total.size for total in rest))}: --by {title} has them all"
        )


def _row(total: SizeTotal, size: int, purposes: Sequence[Purpose]) -> list[str]:
    cells = [
        format_size(total.by_purpose[purpose]) if total.by_purpose[purpose] else "-"
        for purpose in purposes
    ]
    name = quote_empty(shorten(total.name, _LONGEST))
    return [name, f"{total.size:,}", format_share(total.size, size), f"{total.owners:,}", *cells]


def _print_strays(ledger: Ledger) -> None:
    """Where the bytes lie that belong to nothing."""
    from inlay.verbs.layout.kinds import LABELS, OwnerKind

    # As bytes: rows are millions, and strays are few.
    kinds = bytes((OwnerKind.UNKNOWN, OwnerKind.UNREAD, OwnerKind.PADDING))
    pattern = re.compile(b"[" + re.escape(kinds) + b"]")
    strays = [match.start() for match in pattern.finditer(ledger.kind)]
    if not strays:
        return
    write("\n")
    for row in strays[:_MOST]:
        kind = LABELS[ledger.kind[row]]
        show_line(f"{kind}: {count(ledger.length[row], 'byte')} at offset {ledger.start[row]:,}")
    if len(strays) > _MOST:
        show_line(f"... and {len(strays) - _MOST:,} more: --format json has them all")


def _print_findings(ledger: Ledger) -> None:
    if not ledger.findings or ledger.error is not None:
        return
    write("\n")
    for finding in ledger.findings[:_MOST]:
        show_line(str(finding))
    if len(ledger.findings) > _MOST:
        show_line(f"... and {len(ledger.findings) - _MOST:,} more: --format json has them all")


def _print_next_step(ledger: Ledger) -> None:
    """Whatever takes more than half of the file, though it may be smaller or left out. Only of codecs `inlay lint` says what is saved."""
    sizes = {"dictionaries": 0, _BARE: 0, "indexes": 0}
    for group in ledger.groups:
        size = group.size
        if group.purpose == Purpose.DICTIONARIES:
            sizes["dictionaries"] += size
        if group.purpose == Purpose.INDEXES:
            sizes["indexes"] += size
        is_body = group.purpose in (Purpose.DICTIONARIES, Purpose.VALUES, Purpose.LEVELS)
        if is_body and 0 <= group.column < len(ledger.codecs):
            is_plain = ledger.codecs[group.column] == "UNCOMPRESSED"
            sizes[_BARE] += size if is_plain else 0
    large = [
        f"{kind} take {format_share(size, ledger.size)} of the file"
        for kind, size in sizes.items()
        if size >= PAGE and 2 * size > ledger.size
    ]
    if large:
        write("\n")
        said = ", ".join(large)
        ask = f": inlay lint {quote_path(ledger.file)}" if _BARE in said else ""
        show_line(f"{said[0].upper()}{said[1:]}{ask}", is_copied=bool(ask))
