"""What a catalog and a shredded directory say of each file, against what is true of its versions."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pyarrow.parquet as pq

import inlay
from inlay_spark.catalog.directory import CatalogDirectory
from inlay_spark.shredding.directory import ShredDirectory
from inlay_spark.shredding.log import DONE, PROBLEM
from tests.pipeline.changing.history import FOLDER, LINK, Contents, History

_FILES: Final = ["file_size", "form", "footer_offset", "footer_length", "num_rows", "created_by"]

Row = tuple[Any, ...]


class Truths:
    """What a scan of each version says, where nobody disturbs it."""

    def __init__(self, contents: Contents, scratch: Path) -> None:
        self._contents = contents
        self._scratch = scratch
        self._known: dict[tuple[str, str], Row] = {}

    def of(self, path: str, digest: str) -> Row:
        extension = os.path.basename(path).partition(".")[2]
        key = extension, digest
        if key not in self._known:
            self._scratch.mkdir(exist_ok=True)
            file = self._scratch / f"one.{extension}"
            file.write_bytes(self._contents.by_digest[digest])
            self._known[key] = _scan(str(self._scratch))
            file.unlink()
        return self._known[key]


def _scan(folder: str) -> Row:
    """Of its file, a row of one of three tables: the table, and what is in it."""
    for table, columns in (
        ("files", _FILES),
        ("problems", ["file_size", "error_id"]),
        ("others", ["file_size"]),
    ):
        rows = inlay.scan_footers(folder, table=table, columns=columns).read_all().to_pylist()
        if rows:
            return table, *rows[0].values()
    return ("nothing",)


def may_be_away(history: History, path: str) -> bool:
    """Somebody changed it, or it is a link, whose target somebody removed."""
    return path in history.touched or LINK in history.during(path)


def told_by_catalog(
    history: History, directory: Path, truths: Truths, after: Mapping[str, str]
) -> Iterator[str]:
    rows = read_catalog(directory)
    for path, row in rows.items():
        if path in history.overtaken or LINK in history.during(path):
            continue  # of what a link leads to, nothing is known
        versions = [each for each in history.during(path) if each not in (None, FOLDER, LINK)]
        true = {truths.of(path, each) for each in versions if each}
        if row in true:
            continue
        is_error = row[0] == "problems" and str(row[2]).startswith(("io", "changed"))
        if is_error and may_be_away(history, path):
            continue
        yield f"{path}: the catalog says {row}, and true is {true}"
    for path, digest in after.items():
        if (
            path not in rows
            and path not in history.touched
            and digest not in (FOLDER, LINK)
            and not path.rpartition("/")[2].startswith((".", "_"))
        ):
            yield f"{path}: the catalog does not know it"


def read_catalog(directory: Path) -> dict[str, Row]:
    target = CatalogDirectory(str(directory))
    rows: dict[str, Row] = {}
    for name, part in target.manifest().parts.items():
        for table, columns in (
            ("others", ["file_size"]),
            ("problems", ["file_size", "error_id"]),
            ("files", _FILES),
        ):
            if part.rows.get(table):
                for row in pq.read_table(
                    target.part(table, name), columns=["path", *columns]
                ).to_pylist():
                    path = row.pop("path")
                    rows[path] = table, *row.values()
    return rows


def told_by_shredding(history: History, directory: Path, truths: Truths) -> Iterator[str]:
    """Of each file the rows of one of its versions; a problem that has no cause in the file is somebody's change."""
    target = ShredDirectory(str(directory))
    for path, row in target.log.read().items():
        if path in history.overtaken or LINK in history.during(path):
            continue  # of what a link leads to, nothing is known
        versions = [each for each in history.during(path) if each not in (None, FOLDER, LINK)]
        if row.error_id.startswith("unexpected"):
            yield f"{path}: {row.message}"
        elif row.state == DONE and path not in history.touched:
            output = pq.read_metadata(str(directory / row.output))
            true = {
                truths.of(path, each)[5]
                for each in versions
                if each and truths.of(path, each)[0] == "files"
            }
            if (true and output.num_rows not in true) or row.rows != output.num_rows:
                yield f"{path}: {output.num_rows} rows are there, and true is {true}"
        elif row.state == DONE:
            output = pq.read_metadata(str(directory / row.output))
            if row.rows != output.num_rows:
                yield f"{path}: {output.num_rows} rows are there, and {row.rows} are said"
        elif (
            row.state == PROBLEM
            and row.error_id.startswith(("changed", "io"))
            and not may_be_away(history, path)
        ):
            yield f"{path}: nobody changed it: {json.dumps(row.as_json())}"
