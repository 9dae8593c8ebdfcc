"""What one task does: it reads the footers of some files, and keeps a record of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final

import pyarrow as pa

from inlay.ground.files.stores import store_of
from inlay.tables.scan.problems import UnreadFile, build_problem_row
from inlay.tables.scan.slices import read_slices
from inlay.verbs.register.lake_file import LakeFile, LakeReader
from inlay.verbs.register.record_rows import build_record_rows, encode_shared
from inlay_runtime.finding import Finding
from inlay_spark.catalog.directory import CatalogDirectory
from inlay_spark.catalog.file_rows import OTHERS, PROBLEMS, build_batch, describe_entry
from inlay_spark.catalog.work import CatalogWorker, Parts
from inlay_spark.registration.records import RecordDirectory

if TYPE_CHECKING:
    from inlay.ground.files.entries import FileEntry

_ROWS: Final = 256
"""Of a batch: records are held twice while they become rows."""


class RecordWorker(CatalogWorker):
    """Travels to the tasks."""

    directory_class: ClassVar[type[CatalogDirectory]] = RecordDirectory

    def scan(self, files: list[FileEntry], parts: Parts) -> None:
        kept: list[tuple[LakeFile, bytes]] = []
        problems: list[dict[str, Any]] = []
        others: list[dict[str, Any]] = []
        for file in _read(files):
            if not isinstance(file, UnreadFile):
                kept.append(file)
            elif file.is_other:
                others.append(describe_entry(file.entry))
            else:
                problems.append(_describe_problem(file))
            if len(kept) == _ROWS:
                problems += _keep(kept, parts)
                kept = []
        problems += _keep(kept, parts)
        parts.write("problems", build_batch(PROBLEMS, problems))
        parts.write("others", build_batch(OTHERS, others))


def _read(files: list[FileEntry]) -> Iterator[tuple[LakeFile, bytes] | UnreadFile]:
    reader = LakeReader()
    for some in read_slices(store_of([file.path for file in files]), files):
        for scanned in some:
            if isinstance(scanned, UnreadFile):
                yield scanned
                continue
            file = reader.read(*scanned)
            yield (
                file
                if isinstance(file, UnreadFile)
                else (
                    file,
                    encode_shared(scanned.footer.metadata),
                )
            )


def _keep(files: list[tuple[LakeFile, bytes]], parts: Parts) -> list[dict[str, Any]]:
    """The problems of those that no row can keep: a footer may count beyond 64 bits."""
    try:
        parts.write("files", build_record_rows(files))
    except (OverflowError, pa.ArrowInvalid) as error:
        if len(files) == 1:
            return [_describe_unkept(files[0][0], error)]
        half = len(files) // 2
        return _keep(files[:half], parts) + _keep(files[half:], parts)
    return []


def _describe_unkept(file: LakeFile, error: Exception) -> dict[str, Any]:
    from inlay.ground.files.entries import FileEntry

    entry = FileEntry(file.path, file.record.size, file.mtime, file.etag)
    finding = Finding("count", None, f"its footer counts more than there can be: {error}")
    return _describe_problem(UnreadFile(entry, finding))


def _describe_problem(file: UnreadFile) -> dict[str, Any]:
    return describe_entry(file.entry) | build_problem_row(file.finding, is_readable=False)
