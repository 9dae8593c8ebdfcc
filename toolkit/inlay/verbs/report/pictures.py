"""What is drawn of the answers, besides bars."""

from __future__ import annotations

from typing import Final

from inlay.ground.wording.heat_map import HeatAxis, draw_heat_map
from inlay.ground.wording.printable import escape_unprintable
from inlay.verbs.report.charts import Bar, draw_columns
from inlay.verbs.report.query import Answer
from inlay.verbs.report.shown_cells import format_cell

_FOLDERS: Final = "Bytes by folder"


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
