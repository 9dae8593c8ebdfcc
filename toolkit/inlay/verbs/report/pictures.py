"""What is drawn of the answers, besides bars."""

from __future__ import annotations

from typing import Final

from inlay.ground.wording.heat_map import HeatAxis, draw_heat_map, name_several
from inlay.ground.wording.printable import escape_unprintable, quote_empty
from inlay.verbs.report.charts import Bar, draw_columns
from inlay.verbs.report.query import Answer
from inlay.verbs.report.shown_cells import format_cell

_FOLDERS: Final = "Bytes by folder"
_OF_A_CELL: Final = ("column_path", "columns", "path", "row_group", "row_groups", "place", "bytes")


def draw_folders(answer: Answer) -> str:
    """In the order of their names, since those of partitions are mostly a line of time."""
    at, size = answer.columns.index("folder"), answer.columns.index("bytes")
    bars = [
        Bar(escape_unprintable(str(row[at])), float(value), format_cell("bytes", value))
        for row in sorted(answer.rows, key=lambda row: str(row[at]))
        if isinstance(value := row[size], int)
    ]
    return draw_columns(_FOLDERS, bars)


def draw_column_sizes(answer: Answer) -> str:
    """Columns down, the largest first, and folders across; nothing where there is one folder."""
    column, folder, size = map(answer.columns.index, ("column_path", "folder", "bytes"))
    columns = list(dict.fromkeys(str(row[column]) for row in answer.rows))
    folders = sorted({str(row[folder]) for row in answer.rows})
    if len(folders) < 2:
        return ""
    down = {name: at for at, name in enumerate(columns)}
    across = {name: at for at, name in enumerate(folders)}
    cells = [
        (down[str(row[column])], across[str(row[folder])], value)
        for row in answer.rows
        if isinstance(value := row[size], int)
    ]
    return draw_heat_map(
        "Bytes by column and folder",
        HeatAxis("column", columns),
        HeatAxis("folder", folders),
        cells,
    )


def draw_chunk_sizes(answer: Answer) -> str:
    """Columns down, the largest first, and the row groups of all files across; nothing where there is one of either."""
    column, columns, path, group, groups, place, size = map(answer.columns.index, _OF_A_CELL)
    sizes: dict[str, int] = {}
    lines: dict[str, int] = {}
    steps: dict[int, tuple[str, int]] = {}
    cells: list[tuple[str, int, int]] = []
    for row in answer.rows:
        name, at, value = str(row[column]), row[place], row[size]
        number, several = row[columns], row[groups]
        if isinstance(at, int) and isinstance(value, int):
            assert isinstance(number, int)
            assert isinstance(several, int)
            sizes[name] = sizes.get(name, 0) + value
            lines[name] = number
            steps[at] = f"{row[path]} [{row[group]}]", several
            cells.append((name, at, value))
    if len(lines) < 2 or len(steps) < 2:
        return ""
    down = {name: at for at, name in enumerate(sorted(lines, key=lambda name: -sizes[name]))}
    across = {place: at for at, place in enumerate(sorted(steps))}
    return draw_heat_map(
        "Bytes by column and row group",
        HeatAxis(
            "column",
            [name_several(quote_empty(name), lines[name]) for name in down],
            sum(lines.values()),
        ),
        HeatAxis(
            "row group",
            [name_several(*steps[place]) for place in across],
            sum(several for _, several in steps.values()),
        ),
        ((down[name], across[place], value) for name, place, value in cells),
    )
