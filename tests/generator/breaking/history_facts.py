"""The public history of `parquet.thrift` as facts: ids, names, types and requiredness, without its documentation.

    python -m tests.generator.breaking.history_facts REPOSITORY

writes `history.json` anew from a clone of parquet-format: each commit of the main line that changed a definition,
with the definitions that it changed, as one line of Thrift each; null for one that it removed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from inlayc.base.source import SourceFile
from inlayc.frontends.resolve import resolve
from inlayc.frontends.thrift.parse import parse
from inlayc.judges.diff.describe import describe_field, describe_member
from inlayc.model.schema import Enumeration, Schema, Struct

FACTS: Final = Path(__file__).parent / "history.json"
_FILE: Final = "src/main/thrift/parquet.thrift"


class Version(NamedTuple):
    commit: str
    date: str
    schema: Schema


def versions() -> Iterator[Version]:
    """All versions that are kept, the oldest first."""
    definitions: dict[str, str] = {}
    for entry in json.loads(FACTS.read_text(encoding="utf-8")):
        for name, text in entry["changed"].items():
            if text is None:
                del definitions[name]
            else:
                definitions[name] = text
        text = "\n".join(definitions.values())
        yield Version(entry["commit"], entry["date"], parse_text(entry["commit"], text))


def parse_text(name: str, text: str) -> Schema:
    return resolve([parse(SourceFile(f"{name}.thrift", text))])


def main(repository: str) -> None:
    known: dict[str, str] = {}
    entries: list[dict[str, object]] = []
    for commit, date, path in reversed(list(_log(repository))):
        definitions = _facts(parse_text(commit, _git(repository, "show", f"{commit}:{path}")))
        changed: dict[str, str | None] = {
            name: text for name, text in definitions.items() if known.get(name) != text
        }
        changed |= dict.fromkeys(name for name in known if name not in definitions)
        known = definitions
        if changed:
            entries.append({"commit": commit, "date": date, "changed": changed})
    FACTS.write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")
    print(f"{len(entries)} versions in {FACTS.name}")


def _log(repository: str) -> Iterator[tuple[str, str, str]]:
    """The file has moved, so each commit comes with the path that it had."""
    shape = ("--format=@%h %as", "--name-only", "--first-parent", "--follow")
    for part in _git(repository, "log", *shape, "--", _FILE).split("@")[1:]:
        head, _, path = part.strip().partition("\n")
        commit, date = head.split()
        yield commit, date, path.strip()


def _git(repository: str, *arguments: str) -> str:
    command = ["git", "-C", repository, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _facts(schema: Schema) -> dict[str, str]:
    return {
        definition.name: _line(definition)
        for module in schema.modules
        for definition in module
        if isinstance(definition, Struct | Enumeration)
    }


def _line(definition: Struct | Enumeration) -> str:
    if isinstance(definition, Enumeration):
        members = ", ".join(map(describe_member, definition.members))
        return f"enum {definition.name} {{ {members} }}"
    fields = "; ".join(map(describe_field, definition.fields))
    return f"{definition.kind.value} {definition.name} {{ {fields} }}"


if __name__ == "__main__":
    main(sys.argv[1])
