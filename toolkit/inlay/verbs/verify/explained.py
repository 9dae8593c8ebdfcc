"""Findings with who wrote the file and which known defect explains them: the rows of JSON, of tables on Spark, and of what CI reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from inlay.ground.schema.tree import SchemaTree
from inlay.ground.writers.affected import WrittenColumn
from inlay.ground.writers.arrow_dictionaries import describe_leaves
from inlay.ground.writers.blame import explain_by_defect
from inlay.ground.writers.created_by import Writer, writer_of
from inlay.ground.writers.fixes import describe_fix
from inlay.verbs.verify.doubtful import CHUNK
from inlay.verbs.verify.fixable import list_fixable
from inlay_runtime.finding import Finding

if TYPE_CHECKING:
    from inlay.footers.footer.footer import Footer
    from inlay.ground.writers.defects import Defect
    from parquet_format.parquet import FileMetaData


class ExplainedFinding(NamedTuple):
    """A finding, with the `writer` of the file as it is shown, empty where none is named. `defect` is the source of the known defect that
    explains it, such as `apache/arrow#50182`, `defect_says` what that is; both are empty where the table
    knows none. `fix` is what to do, empty where nobody knows it. `column` is empty where no chunk is meant.
    """

    finding: Finding
    column: str
    writer: str
    defect: str
    defect_says: str
    fix: str


def explain_findings(footer: Footer, findings: Sequence[Finding]) -> tuple[ExplainedFinding, ...]:
    """Each, in their order."""
    if not findings:
        return ()
    fixable = frozenset(list_fixable(findings))
    if footer.is_encrypted:
        return tuple(_explain_by(finding, fixable) for finding in findings)
    explain = _Explanation(footer.metadata, fixable)
    return tuple(map(explain, findings))


def find_writer_name(footer: Footer) -> str:
    """Empty where none is named, or where the footer needs a key."""
    writer = None if footer.is_encrypted else writer_of(footer.metadata.created_by)
    return writer.shown if writer is not None else ""


class _Explanation:
    """Of one file."""

    def __init__(self, metadata: FileMetaData, fixable: frozenset[Finding]) -> None:
        self._fixable = fixable
        self._groups = metadata.row_groups
        self._writer = writer_of(metadata.created_by)
        self._leaves = SchemaTree(metadata.schema).leaves
        self._columns = describe_leaves(metadata, self._leaves)
        self._known: dict[tuple[str, int, int], Defect | None] = {}

    def __call__(self, finding: Finding) -> ExplainedFinding:
        place = CHUNK.match(finding.at)
        if place is None:
            return _explain_by(finding, self._fixable, self._writer)
        group, column = int(place[1]), int(place[2])
        if group >= len(self._groups) or column >= len(self._columns):
            return _explain_by(finding, self._fixable, self._writer)
        key = finding.code, group, column
        if key not in self._known:
            self._known[key] = self._explain(finding.code, group, self._columns[column], column)
        name = ".".join(self._leaves[column].path)
        return _explain_by(finding, self._fixable, self._writer, name, self._known[key])

    def _explain(self, code: str, group: int, column: WrittenColumn, at: int) -> Defect | None:
        chunks = self._groups[group].columns
        meta = chunks[at].meta_data if at < len(chunks) else None
        return explain_by_defect(code, self._writer, column, meta) if meta is not None else None


def _explain_by(
    finding: Finding,
    fixable: frozenset[Finding],
    writer: Writer | None = None,
    column: str = "",
    defect: Defect | None = None,
) -> ExplainedFinding:
    return ExplainedFinding(
        finding,
        column,
        writer.shown if writer is not None else "",
        defect.source if defect is not None else "",
        defect.what if defect is not None else "",
        describe_fix(defect, writer) if defect is not None else _name_fix(finding, fixable),
    )


def _name_fix(finding: Finding, fixable: frozenset[Finding]) -> str:
    return "`inlay index fix` puts it right" if finding in fixable else ""
