"""What one task does: it verifies some files, and writes what it finds as a part of each table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from inlay.tables.scan.problems import build_problem_row, finding_of
from inlay.verbs.verify.verify_file import Verification, verify
from inlay_runtime.text import in_line
from inlay_spark.audit.tables import AUDIT_TABLES, AuditDirectory
from inlay_spark.catalog.directory import CatalogDirectory
from inlay_spark.catalog.file_rows import build_batch, describe_entry, is_another_kind
from inlay_spark.catalog.work import CatalogWorker, Parts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from inlay.ground.files.entries import FileEntry
    from inlay.verbs.verify.explained import ExplainedFinding
    from inlay_runtime.finding import Finding


class AuditSettings(NamedTuple):
    """How much of each file is read; `sample` are row groups, None for all."""

    values: bool
    sample: int | None

    def as_json(self) -> dict[str, str | int]:
        sample = {"sample": self.sample} if self.sample is not None else {}
        return {"level": "values" if self.values else "data", **sample}


class AuditWorker(CatalogWorker):
    """Travels to the tasks."""

    directory_class: ClassVar[type[CatalogDirectory]] = AuditDirectory

    def __init__(self, directory: str, run: int, settings: AuditSettings) -> None:
        super().__init__(directory, run)
        self._settings = settings

    def scan(self, files: list[FileEntry], parts: Parts) -> None:
        for entry in files:
            for table, rows in self._audit(entry).items():
                parts.write(table, build_batch(AUDIT_TABLES[table], rows))

    def _audit(self, entry: FileEntry) -> dict[str, list[Mapping[str, Any]]]:
        """The rows about a file, by table. A file that cannot be read never ends a task."""
        about = describe_entry(entry)
        try:
            if entry.error is not None:
                raise entry.error
            verification = verify(
                entry.path, data=True, values=self._settings.values, sample=self._settings.sample
            )
        except Exception as error:
            if is_another_kind(entry, error):
                return {"others": [about]}
            return {"problems": [about | build_problem_row(finding_of(error), is_readable=False)]}
        path = {"path": about["path"]}
        audited = verification.audited
        return {
            "files": [about | _describe_file(verification)],
            "findings": [path | _describe_finding(each) for each in verification.explained],
            "advice": [path | _describe_advice(each, verification) for each in verification.advice],
            "not_audited": [
                path | {"at": it.place, "column": in_line(it.column), "reason": it.reason}
                for it in (audited.others if audited is not None else ())
            ],
        }


def _describe_file(verification: Verification) -> dict[str, Any]:
    walked, audited = verification.walked, verification.audited
    return {
        "form": verification.form.value,
        "seal": verification.seal,
        "writer": in_line(verification.writer) or None,
        "findings": len(verification.findings),
        "chunks": walked.chunks if walked is not None else None,
        "pages": walked.pages if walked is not None else None,
        "skipped": walked.skipped if walked is not None else None,
        "values": audited.values if audited is not None else None,
        "row_groups": audited.row_groups if audited is not None else None,
        "of_row_groups": audited.of_row_groups if audited is not None else None,
        "not_audited": len(audited.others) if audited is not None else None,
    }


def _describe_advice(advice: Finding, verification: Verification) -> dict[str, Any]:
    return {
        "code": advice.code,
        "at": in_line(advice.at),
        "offset": advice.offset,
        "what": in_line(advice.what),
        "writer": in_line(verification.writer) or None,
    }


def _describe_finding(each: ExplainedFinding) -> dict[str, Any]:
    """What is not known is null."""
    finding = each.finding
    texts = {
        "code": finding.code,
        "at": finding.at,
        "what": finding.what,
        "column": each.column,
        "writer": each.writer,
        "defect": each.defect,
        "defect_says": each.defect_says,
        "fix": each.fix,
    }
    known = {name: in_line(text) or None for name, text in texts.items()}
    return {**known, "offset": finding.offset}
