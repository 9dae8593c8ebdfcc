"""Files that are not to be replaced: their length is written down somewhere else."""

from __future__ import annotations

from inlay.changes.rewrite.table_formats import Folders, Tables
from inlay.ground.refusals import RefusedError


def refuse_table_file(
    folders: Folders | Tables, path: str, allow: frozenset[str], *, is_new: bool = False
) -> None:
    """RefusedError if a folder above the file is a table, unless `table` is allowed. `is_new`: the file is not there
    yet. `Tables` are for many files: they look at each folder once."""
    if "table" in allow:
        return
    tables = folders if isinstance(folders, Tables) else Tables(folders)
    table = tables.of_file(path)
    if table is None:
        return
    where = f"{table.format.noun} ({table.folder})"
    if is_new:
        reason = f"it would lie in {where}, whose manifest does not list it"
        raise RefusedError("table", reason, "--allow table, or write it elsewhere")
    reason = f"it lies in {where}, whose manifest records its length"
    raise RefusedError("table", reason, "--allow table, or -o OUT to write another file elsewhere")
