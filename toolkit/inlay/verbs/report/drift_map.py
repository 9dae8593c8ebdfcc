"""Drift as a map: columns down, groups of files that are alike across, and a mark where a group differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from inlay.ground.drift.words import DRIFT_KINDS
from inlay.ground.wording.amounts import count
from inlay.ground.wording.printable import shorten
from inlay.verbs.report.query import Answer, Cell

_MOST_TABLES: Final = 6
_MOST_COLUMNS: Final = 40
_MOST_GROUPS: Final = 16
_MOST_NAMES: Final = 3
_LONGEST: Final = 80

STYLE: Final = """
table.drift td, table.drift th { padding: .2rem .25rem; } table.drift td + td, table.drift th + th { text-align: center; }
table.drift td.mark { color: var(--paper); border-radius: 4px; border: 2px solid var(--paper); cursor: help; }
.drift-groups { padding-left: 0; list-style: none; opacity: .85; overflow-wrap: anywhere; } caption { text-align: left; } table.drift small { display: block; }
table.drift td:first-child { white-space: normal; overflow-wrap: anywhere; min-width: 8rem; }
"""

_MARKS: Final[Mapping[str, str]] = dict(zip(DRIFT_KINDS, ("type", "none", "new", "null", "id", "order", "..."), strict=True))  # fmt: skip
"""What stands in a cell; its title has the whole."""


class _Mark(NamedTuple):
    column: str
    kind: str
    title: str


class _Group(NamedTuple):
    files: Sequence[str]
    marks: Mapping[str, _Mark]


def draw_drift(answer: Answer) -> str:
    """A table of HTML for each table of the lake, the largest drifts first."""
    by_folder: dict[str, list[Mapping[str, Cell]]] = {}
    for row in answer.rows:
        named = dict(zip(answer.columns, row, strict=True))
        by_folder.setdefault(str(named["folder"]), []).append(named)
    maps = [_draw_table(folder, rows) for folder, rows in [*by_folder.items()][:_MOST_TABLES]]
    more = len(by_folder) - len(maps)
    return "".join(maps) + (f"<p>{count(more, 'more table')} below.</p>" if more > 0 else "")


def _draw_table(folder: str, rows: Sequence[Mapping[str, Cell]]) -> str:
    groups = sorted(_group_files(rows), key=lambda it: (-len(it.files), it.files))
    columns = list(dict.fromkeys(str(row["column_path"]) for row in rows))
    shown = groups[:_MOST_GROUPS]
    drawn = [it for it in columns if any(it in group.marks for group in shown)][:_MOST_COLUMNS]
    alike = rows[0]["alike"]
    assert isinstance(alike, int)
    is_common = alike > sum(len(group.files) for group in groups)
    head = "".join(
        f"<th>{name}<small>{count(len(group.files), 'file')}</small></th>"
        for name, group in zip(_names(), shown, strict=False)
    )
    body = "".join(
        f"<tr><td>{escape(shorten(column, _LONGEST)) or '<i>others</i>'}</td><td>&middot;</td>"
        f"{''.join(_cell(group.marks.get(column)) for group in shown)}</tr>"
        for column in drawn
    )
    lines = "".join(
        f"<li><b>{name}</b>: {_name_files(group.files)}</li>"
        for name, group in zip(_names(), shown, strict=False)
    )
    left_out = [
        *([count(len(columns) - len(drawn), "more column")] if len(columns) > len(drawn) else []),
        *([count(len(groups) - len(shown), "more group")] if len(groups) > len(shown) else []),
    ]
    rest = (
        f"<p>{' and '.join(left_out)} of files: the table below has them.</p>" if left_out else ""
    )
    return (
        f'<table class="drift"><caption>{escape(shorten(folder, _LONGEST))}/</caption><thead><tr><th>column</th>'
        f"<th>{'most files' if is_common else 'none common: compared with'}<small>{count(alike, 'file')}</small></th>{head}</tr></thead><tbody>{body}</tbody></table>"
        f'<ul class="drift-groups">{lines}</ul>{rest}'
    )


def _names() -> Iterator[str]:
    yield from "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _group_files(rows: Sequence[Mapping[str, Cell]]) -> Iterator[_Group]:
    """Files with the same differences. Of several in one column, the worst is shown, and all are in the title."""
    by_file: dict[str, list[int]] = {}
    for at, row in enumerate(rows):
        paths = row["paths"]
        assert isinstance(paths, Sequence)
        for name in paths:
            by_file.setdefault(name, []).append(at)
    groups: dict[tuple[int, ...], list[str]] = {}
    for name, differences in by_file.items():
        groups.setdefault(tuple(differences), []).append(name)
    for numbers, files in groups.items():
        marks: dict[str, _Mark] = {}
        for row in map(rows.__getitem__, numbers):
            column, kind = str(row["column_path"]), str(row["difference"])
            title = (
                f"{kind}: {row['found'] or 'nothing'}, in most files {row['expected'] or 'nothing'}"
            )
            first = marks.get(column)
            marks[column] = (
                first._replace(title=f"{first.title}; {title}")
                if first
                else _Mark(column, kind, title)
            )
        yield _Group(sorted(files), marks)


def _cell(mark: _Mark | None) -> str:
    if mark is None:
        return "<td>&middot;</td>"
    colour = (*_MARKS,).index(mark.kind) if mark.kind in _MARKS else 9
    title = escape(shorten(mark.title, 300))
    return f'<td class="mark" style="background: var(--s{_COLOURS[colour]})" title="{title}">{_MARKS[mark.kind]}</td>'


_COLOURS: Final = (6, 1, 2, 3, 5, 7, 7)
"""By kind."""


def _name_files(files: Sequence[str]) -> str:
    more = len(files) - _MOST_NAMES
    named = ", ".join(escape(shorten(name, 120)) for name in files[:_MOST_NAMES])
    return f"{named} and {more:,} more" if more > 0 else named
