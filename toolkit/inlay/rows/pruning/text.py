"""What a filter leaves out, in the lines that `inlay prune` prints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.rows.pruning.judge import Judgement
    from inlay.rows.pruning.prune_file import GroupVerdict, PageVerdict, Pruning

MOST_GROUPS: Final = 50
_LONGEST_TEST: Final = 48


def list_lines(pruning: Pruning, *, everything: bool = False) -> Iterator[str]:
    """Of many row groups the first ones, unless everything is asked for."""
    total, left = len(pruning.groups), len(pruning.row_groups)
    rows = f"{pruning.num_rows_left:,} of {count(pruning.num_rows, 'row')}"
    yield f"{pruning.path}: {left:,} of {count(total, 'row group')} and {rows} may match"
    shown = pruning.groups if everything else pruning.groups[:MOST_GROUPS]
    texts = [str(it.test) for group in pruning.groups[:1] for it in group.judgements]
    width = min(max(map(len, texts), default=0), _LONGEST_TEST)
    for group in shown:
        yield from _list_group(group, width, everything)
    if (more := total - len(shown)) > 0:
        yield f"... and {count(more, 'row group')} more: --all shows them"


def _list_group(group: GroupVerdict, width: int, everything: bool) -> Iterator[str]:
    what = f"{group.num_rows_left:,} of {count(group.num_rows, 'row')} may match"
    if group.is_skipped:
        what = f"skipped, {count(group.num_rows, 'row')}"
    elif group.num_rows < 0:
        what = f"may match, {count(group.num_rows, 'row')}"
    yield f"row group {group.row_group}: {what}"
    if group.num_rows == 0:
        return  # nothing that is said of its rows would be a reason
    for judgement in group.judgements:
        yield _line_of(judgement, width)
    for column in dict.fromkeys(page.column for page in group.pages):
        pages = [page for page in group.pages if page.column == column]
        left = [page.page for page in pages if not page.is_skipped]
        which = f": {_format_runs(left)}" if 0 < len(left) < len(pages) else ""
        if not everything and len(which) > _LONGEST_TEST:
            which = ""
        yield f"  pages of {column or chr(34) * 2}: {len(left):,} of {len(pages):,} may match{which}"
        for page in pages if everything else ():
            yield _describe_page(page)


def _describe_page(page: PageVerdict) -> str:
    last = page.first_row + page.num_rows - 1
    verdict = "skipped" if page.is_skipped else "may match"
    said = "; ".join(dict.fromkeys(it.why for it in page.judgements))
    return f"    page {page.page}: {verdict}, rows {page.first_row:,} to {last:,}: {said}"


def _line_of(judgement: Judgement, width: int) -> str:
    may = "may match" if judgement.may_match else "no match"
    by = f"{judgement.by}: " if judgement.by != "nothing" else "nothing decides: "
    return f"  {judgement.test!s:<{width}}  {may:<9}  {by}{judgement.why}"


def _format_runs(numbers: list[int]) -> str:
    """`0 to 3, 7`"""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return ", ".join(f"{a:,}" if a == b else f"{a:,} to {b:,}" for a, b in runs)
