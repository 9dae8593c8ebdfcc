"""The files of a lake, and which of them have to be shredded: those that are new, have changed, or whose output is not
there any more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from inlay.ground.files.entries import FileEntry
from inlay.tables.scan.listing import covers
from inlay_spark.shredding.errors import ShredError, build_problem_row
from inlay_spark.shredding.log import GONE, OURS, Shredded
from inlay_spark.shredding.sources import WantedFile, output_of


@dataclass
class ShredChanges:
    """`new` are the files to shred; `rows` are about those that no task need look at: gone, or a problem. `kept` counts
    outputs whose file is gone."""

    new: list[WantedFile] = field(default_factory=list[WantedFile])
    rows: list[Shredded] = field(default_factory=list[Shredded])
    unchanged: int = 0
    kept: int = 0
    removed: int = 0


def compare(
    known: Mapping[str, Shredded],
    outputs: Mapping[str, int],
    paths: Sequence[str],
    entries: Sequence[FileEntry],
    *,
    name: str = "*",
    remove_gone: bool,
) -> ShredChanges:
    """Compares a listing of `paths` by `name` with what became of files earlier, and with the outputs that are there."""
    changes = ShredChanges()
    gone = set(_find_gone(known, paths, entries, name))
    for path in sorted(gone):
        row = known[path]
        if row.output in outputs and not remove_gone:
            changes.kept += 1
        else:
            changes.removed += row.output in outputs
            changes.rows.append(replace(row, state=GONE))
    forgotten = {row.path for row in changes.rows}
    made_of = {
        row.output: path for path, row in known.items() if row.output and path not in forgotten
    }
    for entry in entries:
        earlier = known.get(entry.path)
        # A file keeps its output, even if it is found by another path now.
        wanted = WantedFile(entry, (earlier and earlier.output) or output_of(entry))
        if entry.error is not None:
            changes.rows.append(build_problem_row(entry, entry.error))
        elif _is_done(earlier, entry, outputs):
            changes.unchanged += 1
        elif taken := _explain_taken(wanted, made_of):
            changes.rows.append(build_problem_row(entry, ShredError(taken)).because("taken", taken))
        else:
            changes.new.append(wanted)
    return changes


def _find_gone(
    known: Mapping[str, Shredded], paths: Sequence[str], entries: Iterable[FileEntry], name: str
) -> Iterable[str]:
    listed = {entry.path: entry.error for entry in entries}
    unlisted = [path for path, error in listed.items() if error is not None]
    for path in known:
        below = any(path.startswith(f"{folder}/") for folder in unlisted)
        if path not in listed and not below and covers(paths, path, name=name):
            yield path


def _is_done(row: Shredded | None, entry: FileEntry, outputs: Mapping[str, int]) -> bool:
    if row is None or not row.is_of(entry) or not row.is_final:
        return False
    return not row.output or outputs.get(row.output) == row.out_size


def _explain_taken(wanted: WantedFile, made_of: dict[str, str]) -> str:
    """Why a file cannot have its output; empty if it can."""
    path, output = wanted.entry.path, wanted.output
    if output.partition("/")[0] in OURS:
        return f"{output} is a name that is used for something else"
    other = made_of.setdefault(output, path)
    if other != path:
        return f"{output} is there already, made of {other}: name a directory for each"
    return ""
