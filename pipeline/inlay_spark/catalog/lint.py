"""`inlay spark lint`: the rules over the files that a catalog names, each footer read by a task.

A task sends folds and an outline of each file, and a schema once: what a lake of wide files would say column by column does
not fit into a driver.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from inlay.cli.errors import exit_code_of
from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_files import FailedFile
from inlay.footers.designs.build import batch_from
from inlay.ground.drift.schema_parts import SchemaPart, SchemaParts
from inlay.tables.scan.problems import finding_of
from inlay.verbs.lint.advice import Advice
from inlay.verbs.lint.advise import advise_on_source
from inlay.verbs.lint.estimate import Estimate
from inlay.verbs.lint.fold import Fold, fold
from inlay.verbs.lint.outline import FileOutline
from inlay.verbs.lint.rule import Remedy
from inlay.verbs.lint.settings import LintSettings
from inlay_runtime.errors import InlayError
from inlay_spark.catalog.views import open_catalog

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FILES_PER_TASK: Final = 500
_SCHEMA: Final = pa.schema([pa.field("message", pa.string())])


@dataclass(frozen=True)
class LintedEntry:
    """A file of a catalog. Without an outline it `failed` to be read."""

    path: str
    outline: FileOutline | None
    folds: Sequence[Fold] = ()
    failed: FailedFile | None = None


def lint_catalog(
    spark: SparkSession, directory: str, settings: LintSettings
) -> Iterator[LintedEntry]:
    """What the rules on files say of each file of a catalog, in the order of the paths.

    Raises CatalogError for a directory in which there is no catalog.
    """
    paths = open_catalog(spark, directory)["files"].select("path")
    tasks = max(1, -(-paths.count() // FILES_PER_TASK))
    frame = paths.repartition(tasks).mapInArrow(Linting(settings), "message string")
    documents = [json.loads(row.message) for row in frame.collect()]
    schemas: dict[str, SchemaParts] = {}
    for document in documents:
        if document.get("schema") is not None:
            schemas[document["digest"]] = tuple(SchemaPart(*part) for part in document["schema"])
    for document in sorted(documents, key=lambda each: str(each["path"])):
        yield _unpack(document, schemas)


class Linting:
    """What a task does with the paths that it gets."""

    def __init__(self, settings: LintSettings) -> None:
        self._settings = settings

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        sent = set[str]()
        for batch in batches:
            paths = map(str, batch.column(0).to_pylist())
            yield batch_from([{"message": self.lint(path, sent)} for path in paths], _SCHEMA)

    def lint(self, path: str, sent: set[str]) -> str:
        try:
            linted = advise_on_source(path, path, self._settings)
        except (InlayError, OSError) as error:
            code = exit_code_of(type(error)) if isinstance(error, InlayError) else ExitCode.IO
            return json.dumps({"path": path, "failed": [str(error), code, finding_of(error).code]})
        outline = linted.outline
        digest = sha256(repr(outline.schema).encode("utf-8", "surrogatepass")).hexdigest()
        document = {
            "path": path,
            "digest": digest,
            "schema": None if digest in sent else outline.schema,
            "outline": outline._replace(schema=()),
            "folds": fold(linted.advice),
        }
        sent.add(digest)
        return json.dumps(document)


def _unpack(document: dict[str, Any], schemas: dict[str, SchemaParts]) -> LintedEntry:
    if "outline" not in document:
        path, (said, code, reason) = document["path"], document["failed"]
        return LintedEntry(path, None, failed=FailedFile(path, said, ExitCode(code), reason))
    values = [tuple(value) if isinstance(value, list) else value for value in document["outline"]]
    outline = FileOutline._make(values)._replace(schema=schemas[document["digest"]])
    return LintedEntry(document["path"], outline, [_unpack_fold(it) for it in document["folds"]])


def _unpack_fold(values: list[Any]) -> Fold:
    worst, number, columns, saved, reads, adds = values
    advice = Advice._make(worst)
    advice = advice._replace(
        saved=_unpack_saved(worst[Advice._fields.index("saved")]),
        remedy=Remedy(*advice.remedy),
        adds=_unpack_saved(worst[Advice._fields.index("adds")]),
    )
    return Fold(advice, number, tuple(columns), _unpack_saved(saved), reads, _unpack_saved(adds))


def _unpack_saved(values: list[int] | None) -> Estimate | None:
    return Estimate(*values) if values is not None else None
