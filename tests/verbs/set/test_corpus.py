"""Every public file: all of its columns get other names, pyarrow reads the same values, and the way back is to the byte."""

from __future__ import annotations

import re
import shutil
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import inlay
from inlay.errors import InlayError, RefusedError
from inlay.verbs.set.elements import AmendedElements
from inlay.verbs.set.renames import plan_renames
from parquet_format.parquet import FieldRepetitionType, FileMetaData

LARGE = 64 << 20
SUFFIX = " renamed"
CUT = re.compile(r" type: .*?(?:\(\.\.\. \d+ chars omitted\)|$)\s*", re.MULTILINE)
"""How pyarrow shows the type of a child, which is in the type of the column as well, and is cut where it is long."""


def rows(path: Path) -> list[str] | None:
    """The columns, without their names; None where pyarrow cannot read them, or would need gigabytes."""
    try:
        with pq.ParquetFile(path) as file:
            groups = [file.metadata.row_group(at) for at in range(file.num_row_groups)]
            if sum(group.total_byte_size for group in groups) > LARGE:
                return None
            table = file.read()
    except (pa.ArrowException, OSError):
        return None
    return [
        f"{column.type} {CUT.sub(' ', str(column.combine_chunks()))}".replace(SUFFIX, "")
        for column in table.columns
    ]


def possible_renames(metadata: FileMetaData) -> dict[str, str]:
    """Of all columns and groups, but for those by whose names structure is judged."""
    elements = AmendedElements(metadata)
    renames: dict[str, str] = {}
    for node in elements.tree.nodes[1:]:
        path, name = ".".join(node.path), node.element.name + SUFFIX
        assert node.parent is not None
        is_inside = node.parent.element.repetition_type is FieldRepetitionType.REPEATED
        if is_inside and node.element.name in ("key", "value"):
            continue  # pyarrow shows other names than these in the type of a map
        with suppress(RefusedError):
            plan_renames(elements, {path: name})
            renames[path] = name
    return renames


def test_every_column_of_every_public_file(parquet_testing: Path, tmp_path: Path) -> None:
    changed = 0
    for source in sorted(parquet_testing.rglob("*.parquet")):
        path, undo = tmp_path / source.name, tmp_path / f"{source.name}.undo"
        shutil.copyfile(source, path)
        try:
            renames = possible_renames(inlay.read_metadata(path))
        except InlayError:
            continue
        before = path.read_bytes()
        inlay.set_metadata(str(path), rename=renames, undo_to=str(undo))
        changed += 1
        assert rows(path) == rows(source), source
        inlay.undo_metadata(str(path), str(undo))
        assert path.read_bytes() == before
    assert changed > 50
