"""What the files of a table have in common, or should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Final

from inlay.ground.drift.find import SchemaOfFile, find_drift
from inlay.ground.drift.words import NO_CAST
from inlay.ground.wording.amounts import count, format_size
from inlay.verbs.lint.looked_at import stands_for
from inlay.verbs.lint.outline import FileOutline, TableOutline
from inlay.verbs.lint.phrases import are_of
from inlay.verbs.lint.renames import find_rename
from inlay.verbs.lint.rule import (
    NOTE,
    WARNING,
    Remedy,
    Sighting,
    TableRule,
    Threshold,
    Thresholds,
    quote_path,
)
from inlay.verbs.lint.rules.drift import SCHEMA_DRIFT

_MIB: Final = 1024**2
_GLOB: Final = frozenset("*?[{")
_MOST_JOINED: Final = 8
"""Files that a command names."""


def _advise_on_small_files(table: TableOutline, thresholds: Thresholds) -> Iterator[Sighting]:
    total = sum(file.file_size for file in table.files)
    small = [file for file in table.files if file.file_size < thresholds["bytes"]]
    needed = max(1, -(-total // int(thresholds["target"])))
    if 2 * len(small) <= len(table.files) or needed * 2 > len(table.files):
        return
    size = sum(file.file_size for file in small)
    yield Sighting(
        f"{are_of(len(small), len(table.files), 'file')} smaller than "
        f"{format_size(int(thresholds['bytes']))}, on average {format_size(size // len(small))}",
        Remedy(_put_together(table, small, needed)),
        reads=2 * (len(table.files) - needed),
    )


def _put_together(table: TableOutline, small: Sequence[FileOutline], needed: int) -> str:
    """A command names each file: a folder has others below it, and `inlay concat` knows nothing of the values in their paths."""
    folders = {file.path.replace("\\", "/").rpartition("/")[0] for file in table.files}
    if folders != {table.folder}:
        return "compact each partition by itself: inlay rewrite, or inlay spark compact"
    paths = _name_files(table, small)
    if needed > 1 or paths is None:
        number = "one file" if needed == 1 else f"about {count(needed, 'file')}"
        return f"make {number} of them: inlay rewrite, or inlay spark compact"
    if not _can_be_united(small):
        return f"give the files one schema first; {NO_CAST}"
    groups = sum(file.num_row_groups for file in small)
    # Row groups that are moved stay as small as they are.
    verb = "concat" if sum(file.file_size for file in small) >= _MIB * groups else "rewrite"
    command = f"inlay {verb} {paths} -o OUT"
    if all(file.schema == small[0].schema for file in small):
        return command
    first = f"after the renames of {SCHEMA_DRIFT}, if any: " if _may_be_renamed(table) else ""
    return f"{first}{command} --schema union"


def _may_be_renamed(table: TableOutline) -> bool:
    """Once they are together, a column and the same under another name are two."""
    drift = find_drift(SchemaOfFile(file.path, file.num_rows, file.schema) for file in table.files)
    return drift is not None and any(find_rename(it.differences) for it in drift.others)


def _can_be_united(files: Sequence[FileOutline]) -> bool:
    """Whether a column of several files is of one type in all of them."""
    kinds: dict[str, tuple[str, str]] = {}
    parts = (part for file in files for part in file.schema)
    return all(
        kinds.setdefault(part.path, (part.type, part.repetition)) == (part.type, part.repetition)
        for part in parts
    )


def _name_files(table: TableOutline, small: Sequence[FileOutline]) -> str | None:
    """A few by name, and many by a glob, if it finds nothing else; None where neither can be."""
    if len(small) <= _MOST_JOINED:
        return " ".join(quote_path(file.path) for file in small)
    glob = f"{table.folder}/*.parquet" if table.folder else "*.parquet"
    is_plain = not _GLOB.intersection(table.folder) and "\\" not in table.folder
    if is_plain and stands_for(glob, (file.path for file in table.files)):
        return quote_path(glob)
    return None


def _advise_on_writers(table: TableOutline, _thresholds: Thresholds) -> Iterator[Sighting]:
    yield from _see_mixture(table, lambda file: _name_writer(file.created_by), "writers")


def _advise_on_codecs(table: TableOutline, _thresholds: Thresholds) -> Iterator[Sighting]:
    with_values = [file for file in table.files if file.codecs]
    of_values = table._replace(files=with_values)
    yield from _see_mixture(of_values, lambda file: " and ".join(file.codecs), "codecs")


def _see_mixture(
    table: TableOutline, trait_of: Callable[[FileOutline], Hashable], traits: str
) -> Iterator[Sighting]:
    counts = Counter(trait_of(file) for file in table.files)
    if len(counts) < 2:
        return
    most = counts.most_common(3)
    named = ", ".join(f"{trait} in {count(number, 'file')}" for trait, number in most)
    more = f" and {len(counts) - 3:,} more" if len(counts) > 3 else ""
    yield Sighting(
        f"{len(counts):,} {traits}: {named}{more}",
        Remedy(f"inlay report {quote_path(table.folder or '.')} --query {traits}"),
    )


def _name_writer(created_by: str) -> str:
    """The program, without its version."""
    return created_by.partition(" version")[0].partition("(")[0].strip() or "unnamed"


RULES: Final = (
    TableRule(
        id="small-files",
        severity=WARNING,
        summary="The files of a table are large enough",
        why="Each file is listed, opened and planned by itself, which takes longer than reading a small one.",
        source="Apache Parquet documentation, File Format, Configurations; docs/compact.md",
        advise=_advise_on_small_files,
        thresholds={
            "bytes": Threshold(16 * _MIB, "Bytes below which a file is small"),
            "target": Threshold(256 * _MIB, "Bytes that a file should have", least=1),
        },
    ),
    TableRule(
        id="mixed-writers",
        severity=NOTE,
        summary="All files of a table come from the same writer",
        why="Writers differ in statistics, in the order of timestamps and in what they call things; a table is as good as its worst "
        "file.",
        source="docs/parts.md",
        advise=_advise_on_writers,
    ),
    TableRule(
        id="mixed-file-codecs",
        severity=NOTE,
        summary="All files of a table use the same codecs",
        why="Some of its files are larger, or slower to read, than the others.",
        source="parquet-format, Compression.md",
        advise=_advise_on_codecs,
    ),
)
