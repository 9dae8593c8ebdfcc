"""Actions of a log as Delta's own objects: JSON goes to the JVM, a thousand entries in one call."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from inlay.verbs.register.targets.delta.locations import escape_name
from inlay.verbs.register.targets.delta.plan import DeltaEntry
from inlay_spark.registration.connectors.driver_java import JavaSession

_AT_ONCE: Final = 1_000
_LIST: Final = "java.util.ArrayList"
_ENTRY: Final = "org.apache.spark.sql.delta.actions.AddFile"


class ActionReader:
    """`operation` is what the history of the table has for commits of actions that somebody else made."""

    def __init__(self, session: JavaSession) -> None:
        self._java = session.jvm
        delta = session.jvm.org.apache.spark.sql.delta
        self._actions = _find_object(delta.actions, "Action")
        self._mapper = delta.util.JsonUtils.mapper()
        self.operation: Any = _find_object(delta, "DeltaOperations$ManualUpdate")

    def read(self, kind: str, fields: Mapping[str, Any]) -> Any:
        return self._actions.fromJson(json.dumps({kind: fields}))

    def read_all(self, entries: Sequence[DeltaEntry], others: Sequence[Any]) -> Any:
        """A Seq of Scala: the others, and then the entries."""
        actions = self._java.java.util.ArrayList()
        for action in others:
            actions.add(action)
        loader = self._java.org.apache.spark.util.Utils.getContextOrSparkClassLoader()
        entries_of = self._mapper.getTypeFactory().constructCollectionType(
            loader.loadClass(_LIST), loader.loadClass(_ENTRY)
        )
        for at in range(0, len(entries), _AT_ONCE):
            documents = [_describe(entry) for entry in entries[at : at + _AT_ONCE]]
            actions.addAll(self._mapper.readValue(json.dumps(documents), entries_of))
        return self._java.org.apache.spark.api.python.PythonUtils.toSeq(actions)


def _describe(entry: DeltaEntry) -> dict[str, Any]:
    document = entry.describe()
    return {**document, "path": escape_name(entry.name)}


def _find_object(package: Any, name: str) -> Any:
    """A singleton of Scala."""
    return getattr(getattr(package, f"{name}$"), "MODULE$")
