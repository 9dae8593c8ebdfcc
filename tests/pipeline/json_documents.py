"""The keys of every JSON document that a command of `inlay spark` prints (`docs/compatibility.md`).

They are the fields of what the jobs give back, so no Spark has to run to list them. Tests that run a command ask whether it keeps to that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

import pyarrow as pa

from inlay.cli.inspect.json_versions import document_of
from inlay.cli.register.printing import describe_registration
from inlay.ground.files.entries import FileEntry
from inlay.tables.scan.problems import UnreadFile
from inlay.verbs.register.register import Registration
from inlay.verbs.register.targets.target import Loss
from inlay.verbs.register.unbounded import Unbounded
from inlay_runtime.finding import Finding
from inlay_spark.audit.lake import OF_GROUP, AuditOutcome
from inlay_spark.catalog.build import Summary
from inlay_spark.compat.lake import CompatLakeOutcome
from inlay_spark.migration.compaction import Compaction
from inlay_spark.migration.outcomes import Cost, MigrationOutcome
from inlay_spark.recovery.lake import RecoveryOutcome
from inlay_spark.shredding.lake import ShredOutcome
from inlay_spark.shredding.planning import ShredPlan
from inlay_spark.shredding.printing import plan_document
from inlay_spark.shredding.shred_schema import ShredSchema
from inlay_variant.arrow.inference import Choice, Inferred
from tests.docs.json_documents import paths_of


def _keys_of(dataclass: Any, below: str = "") -> frozenset[str]:
    return frozenset(f"{below}{field.name}" for field in fields(dataclass))


_NAMED: Final = ("states", "actions", "forms", "columns")
"""What is under these has the names of states and of columns."""


def _keys_in(document: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(paths_of(_without_names(document)))


def _without_names(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_names(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _of_any_name(inner) if key in _NAMED else _without_names(inner)
        for key, inner in value.items()
    }


def _of_any_name(named: Mapping[str, Any]) -> dict[str, Any]:
    """All are alike; counts have no keys."""
    first = next(iter(named.values()), None)
    return {"*": _without_names(first)} if isinstance(first, dict) else {}


def _keys_of_shred_plan() -> frozenset[str]:
    inferred = Inferred(pa.int64(), (Choice("$", 1, 1, "int64", 1.0, "all"),), 1)
    schema = ShredSchema({"v": pa.int64()}, inferred={"v": inferred})
    return _keys_in(plan_document(ShredPlan(1, 1, schema, None)))


def _keys_of_registration() -> frozenset[str]:
    finding = Finding("form", None, "no footer")
    registration = Registration(
        files=1,
        rows=1,
        bytes=1,
        unread=(UnreadFile(FileEntry("a", 1, 1), finding),),
        lines=("created",),
        losses=(Loss("outside", "it is outside", "", "a", 1),),
        unbounded=(Unbounded("x", 1, 1, "a", "no bound"),),
        committed="version 0",
        plan=None,
    )
    document = describe_registration(registration, with_entries=False)
    return _keys_in(document_of("register files", document))


_OUTCOME: Final = _keys_of(MigrationOutcome)
_AUDITED: Final = (
    _keys_of(AuditOutcome)
    | _keys_of(Summary, "read.")
    | {f"groups[].{name}" for name in ("findings", *OF_GROUP)}
)
_COMPACTED: Final = _OUTCOME | {"compaction"} | _keys_of(Compaction, "compaction.")
DOCUMENTS: Final = {
    "migrate": (_keys_of(Cost), _OUTCOME),
    "geo": (_keys_of(Cost), _OUTCOME),
    "index": (_keys_of(Cost), _OUTCOME),
    "compact": (_keys_of(Compaction), _COMPACTED),
    "verify": (_OUTCOME, _AUDITED),
    "compat": (_keys_of(CompatLakeOutcome) | _keys_of(Summary, "read."),),
    "recover": (_keys_of(RecoveryOutcome) | _keys_of(Summary, "read."),),
    "rollback": (_OUTCOME,),
    "register": (_keys_of_registration(),),
    "shred": (_keys_of_shred_plan(), _keys_of(ShredOutcome)),
}
"""By command: of the plan, where nothing is written, and of the outcome."""


def list_spark_keys() -> set[str]:
    """As lines of `public.txt`."""
    return {
        f"json inlay spark {command} {key}"
        for command, documents in DOCUMENTS.items()
        for keys in documents
        for key in keys
    }


def require_known_keys(command: str, document: Mapping[str, Any]) -> None:
    """AssertionError for a document that has other keys than the list of its command."""
    assert _keys_in(document) in DOCUMENTS[command], (command, document)
