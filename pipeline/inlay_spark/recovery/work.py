"""What one task does: it looks for the damaged ones of some files, and brings back what is asked for."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from inlay.changes.rewrite.change import Target
from inlay.footers.footer.errors import EncryptedFooterError, FooterError, UnsupportedFooterError
from inlay.footers.footer.read import read_metadata
from inlay.ground.files.paths import is_url
from inlay.ground.wording.amounts import count
from inlay.tables.scan.named import NamedFile, is_another_kind
from inlay.tables.scan.problems import build_problem_row, finding_of
from inlay.verbs.recover.candidate import Confidence
from inlay.verbs.recover.examine import Examination, best_of, examine
from inlay.verbs.recover.rebuild.rebuild import rebuild
from inlay.verbs.recover.write_candidate import write_candidate
from inlay_runtime.text import in_line
from inlay_spark.catalog.directory import CatalogDirectory
from inlay_spark.catalog.file_rows import build_batch, describe_entry
from inlay_spark.catalog.work import CatalogWorker, Parts
from inlay_spark.jobs.reasons import reason_of
from inlay_spark.recovery.siblings import find_sibling
from inlay_spark.recovery.tables import RECOVERY_TABLES, RecoveryDirectory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from inlay.ground.files.entries import FileEntry
    from inlay.verbs.recover.candidate import Candidate
    from inlay.verbs.recover.rebuild.rebuilt_file import RebuiltFile

FOOTER = "a footer that was found"
PAGES = "its pages"

_NOT_DAMAGED = (EncryptedFooterError, UnsupportedFooterError)


class RecoverySettings(NamedTuple):
    """`recovered_to` is the folder for what comes back, empty where nothing is written; `like` is empty where each damaged file has a sibling of its
    own."""

    rebuild: bool = False
    like: str = ""
    recovered_to: str = ""

    def as_json(self) -> dict[str, str | bool]:
        named = {"like": self.like, "recovered_to": self.recovered_to}
        return {"rebuild": self.rebuild, **{key: value for key, value in named.items() if value}}


class RecoveryWorker(CatalogWorker):
    """Travels to the tasks."""

    directory_class: ClassVar[type[CatalogDirectory]] = RecoveryDirectory

    def __init__(self, directory: str, run: int, settings: RecoverySettings) -> None:
        super().__init__(directory, run)
        self._settings = settings

    def scan(self, files: list[FileEntry], parts: Parts) -> None:
        for entry in files:
            for table, row in self._look_into(entry):
                parts.write(table, build_batch(RECOVERY_TABLES[table], [row]))

    def _look_into(self, entry: FileEntry) -> Iterator[tuple[str, dict[str, Any]]]:
        """The rows about a file. One that cannot be read never ends a task."""
        about = describe_entry(entry)
        examination: Examination | None = None
        try:
            if entry.error is not None:
                raise entry.error
            examination = examine(entry.path, is_listed=True)
            finding = examination.finding
        except Exception as error:
            finding = finding_of(error)
            if not isinstance(error, FooterError) or isinstance(error, _NOT_DAMAGED):
                yield "problems", about | build_problem_row(finding, is_readable=False)
                return
            if is_another_kind(NamedFile(entry.path, is_listed=True), error):
                yield "others", about
                return
        yield "files", about | {"is_damaged": finding is not None}
        if finding is not None:
            damage = {"code": finding.code, "damage": in_line(finding.what)}
            row = _ROW | {"path": about["path"]} | damage
            yield "damaged", row | self._bring_back(entry, examination)

    def _bring_back(self, entry: FileEntry, examination: Examination | None) -> dict[str, Any]:
        """A footer that is surely the right one goes before pages, and pages before another one."""
        best = best_of(examination) if examination is not None else None
        is_sure = best is not None and best.confidence is Confidence.HIGH
        can_be_read = examination is not None and examination.can_be_read
        try:
            if self._settings.rebuild and not is_sure and not can_be_read:
                return self._rebuild(entry)
        except Exception as error:
            if best is None:
                return {"reason": in_line(reason_of(error, entry.path))}
        if best is None:
            return {"reason": self._explain(can_be_read)}
        try:
            return self._write(entry, best)
        except Exception as error:
            return {"reason": in_line(reason_of(error, entry.path))}

    def _rebuild(self, entry: FileEntry) -> dict[str, Any]:
        like = self._settings.like
        metadata = read_metadata(like) if like else None
        if metadata is None:
            like, metadata = find_sibling(entry.path)
        rebuilt = rebuild(
            entry.path,
            self._make_place(entry),
            like=metadata,
            target=Target(overwrite=True),
        )
        return {
            "by": PAGES,
            "like": in_line(like),
            "row_groups": rebuilt.row_groups,
            "rows": rebuilt.rows,
            "lost": in_line("; ".join(_list_lost(rebuilt))) or None,
            "output": self._place(entry),
        }

    def _write(self, entry: FileEntry, best: Candidate) -> dict[str, Any]:
        output = self._make_place(entry)
        if output is not None:
            write_candidate(entry.path, best, Target(output=output, overwrite=True))
        return {
            "by": FOOTER,
            "row_groups": best.row_groups,
            "rows": best.rows,
            "output": output,
        }

    def _explain(self, can_be_read: bool) -> str:
        if can_be_read:
            return "it is read by the footer that is left: `inlay recover` says what to do"
        if self._settings.rebuild:
            return "nothing of it comes back"
        return "no footer was found: --rebuild reads its pages"

    def _place(self, entry: FileEntry) -> str | None:
        """Its place below the folder is that below the path that led to it."""
        if not self._settings.recovered_to:
            return None
        below = entry.path[entry.root :].lstrip("/") or entry.path.rpartition("/")[2]
        return f"{self._settings.recovered_to.rstrip('/')}/{below}"

    def _make_place(self, entry: FileEntry) -> str | None:
        place = self._place(entry)
        if place is not None and not is_url(place):
            with suppress(FileExistsError):
                os.makedirs(os.path.dirname(place), exist_ok=True)
        return place


_ROW: dict[str, Any] = dict.fromkeys(RECOVERY_TABLES["damaged"].names)


def _list_lost(rebuilt: RebuiltFile) -> Iterator[str]:
    if rebuilt.reason:
        yield f"everything after offset {rebuilt.pages_end:,}: {rebuilt.reason}"
    if rebuilt.cut:
        rows = "" if rebuilt.cut_rows is None else f" of {count(rebuilt.cut_rows, 'row')}"
        yield f"a row group{rows} that is not whole"
    for group in rebuilt.damaged:
        yield f"row group {group.number}: {group.reason}"
    for column, reason in rebuilt.undecoded:
        yield f"not proved: column {column}: {reason}"
