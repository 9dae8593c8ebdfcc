"""Tables that ask their writers for more than an entry in the log: files that exist were not written by these rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from inlay.ground.refusals import RefusedError
from inlay.verbs.register.targets.delta.column_mapping import is_mapped
from inlay.verbs.register.targets.delta.table_log import TableLog

_TRUE: Final = "true"
_OF_COLUMNS: Final = {
    "delta.invariants": "an invariant",
    "delta.generationExpression": "a generation expression",
    "delta.identity.start": "identity values",
}


_FEATURES: Final = frozenset(
    {
        "appendOnly",
        "changeDataFeed",
        "checkConstraints",
        "columnMapping",
        "deletionVectors",
        "generatedColumns",
        "invariants",
        "timestampNtz",
        "v2Checkpoint",
        "variantType",
        "variantType-preview",
    }
)
"""Those that deltalake 1.6 writes. An entry in the log is all that they want, where no setting and no column asks for more."""


def require_plain_table(log: TableLog, folder: str, *, replace: bool = False) -> None:
    """Raises RefusedError for a table whose columns have other names in its files, with what it asks of its files, and for a feature that
    its writers have to know."""
    if is_mapped(log.configuration):
        what = "the table maps its columns, and such a table is not written here"
        raise RefusedError("column-mapping", what, path=folder)
    for key, value in log.configuration.items():
        if key.startswith("delta.constraints."):
            name = key.removeprefix("delta.constraints.")
            what = f"the table has the constraint {name}, and no footer proves that rows keep it"
            raise RefusedError("constraint", what, "drop the constraint, and add it again", folder)
        if key == "delta.enableRowTracking" and value == _TRUE:
            what = "the table tracks its rows, which is not done here"
            raise RefusedError("row-tracking", what, path=folder)
        if key == "delta.appendOnly" and value == _TRUE and replace:
            raise RefusedError("append-only", "the table takes no other entries", path=folder)
    _require_plain(log.schema["fields"], folder)
    for feature in sorted(log.writer_features):
        if feature not in _FEATURES:
            what = f"the table has the feature {feature}, which is not written here"
            raise RefusedError("protocol", what, path=folder)


def _require_plain(fields: Sequence[Mapping[str, Any]], folder: str) -> None:
    for field in fields:
        for key, what in _OF_COLUMNS.items():
            if key in field["metadata"]:
                text = f"column {field['name']} has {what}, and no footer proves that rows keep it"
                raise RefusedError("constraint", text, path=folder)
        type_ = field["type"]
        if not isinstance(type_, str) and type_["type"] == "struct":
            _require_plain(type_["fields"], folder)
