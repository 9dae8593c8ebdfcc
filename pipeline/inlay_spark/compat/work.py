"""What one task does: it judges some files by their footers, and writes what it finds as a part of each table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Final

from inlay.tables.scan.problems import build_problem_row, finding_of
from inlay.verbs.compat.compat import CompatFile, judge_file
from inlay.verbs.compat.record import AskedReader, ask_for
from inlay_runtime.text import in_line
from inlay_spark.catalog.directory import CatalogDirectory
from inlay_spark.catalog.file_rows import build_batch, describe_entry, is_another_kind
from inlay_spark.catalog.work import CatalogWorker, Parts
from inlay_spark.compat.tables import COMPAT_TABLES, CompatDirectory

if TYPE_CHECKING:
    from inlay.ground.files.entries import FileEntry

Rows = Mapping[str, Iterable[Mapping[str, Any]]]

_ROWS: Final = 8_192
"""That are in memory at a time: a reader may stumble over each column of a wide file."""


class CompatWorker(CatalogWorker):
    """Travels to the tasks. `readers` are names with versions, as `ask_for` takes them."""

    directory_class: ClassVar[type[CatalogDirectory]] = CompatDirectory

    def __init__(self, directory: str, run: int, readers: Sequence[str]) -> None:
        super().__init__(directory, run)
        self._readers = tuple(readers)

    def scan(self, files: list[FileEntry], parts: Parts) -> None:
        asked = ask_for(self._readers)
        for entry in files:
            for table, rows in _judge(entry, asked).items():
                left = iter(rows)
                while some := [*islice(left, _ROWS)]:
                    parts.write(table, build_batch(COMPAT_TABLES[table], some))


def _judge(entry: FileEntry, asked: Sequence[AskedReader]) -> Rows:
    """The rows about a file, by table. A file that cannot be read never ends a task."""
    about = describe_entry(entry)
    try:
        if entry.error is not None:
            raise entry.error
        file = judge_file(entry.path, about["path"], asked)
    except Exception as error:
        if is_another_kind(entry, error):
            return {"others": [about]}
        return {"problems": [about | build_problem_row(finding_of(error), is_readable=False)]}
    notes = sum(finding.is_note for finding in file.findings)
    return {
        "files": [about | {"findings": len(file.findings), "notes": notes}],
        "findings": _describe_findings(file),
        "unmeasured": _describe_unmeasured(file),
    }


def _describe_findings(file: CompatFile) -> Iterator[dict[str, Any]]:
    for each in file.findings:
        yield {
            "path": file.path,
            "reader": each.reader,
            "version": each.version,
            "measured": each.measured,
            "outcome": each.outcome,
            "column": in_line(each.column),
            "features": [in_line(feature) for feature in each.features],
            "evidence": each.evidence,
            "said": each.said,
            "fix": each.fix,
            "is_possible": each.is_possible,
            "is_note": each.is_note,
        }


def _describe_unmeasured(file: CompatFile) -> Iterator[dict[str, Any]]:
    for name, features in file.unmeasured:
        reader, _, version = name.partition(" ")
        for feature in features:
            yield {
                "path": file.path,
                "reader": reader,
                "version": version,
                "feature": in_line(feature),
            }
