"""Entries as SARIF 2.1.0, which code scanning reads: a rule once in each file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from inlay.cli.printing import show_json
from inlay.ground.files.paths import find_local_path
from inlay.ground.wording.printable import escape_unprintable
from inlay_runtime.distribution import find_version

if TYPE_CHECKING:
    from inlay.cli.ci.entry import CiEntry, CiRule
    from inlay.ground.documents.values import Json

SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


class SarifSink:
    """Keeps a result for each rule in each file: the document is one."""

    def __init__(self, rules: Sequence[CiRule]) -> None:
        self._rules = rules
        self._numbers = {rule.id: at for at, rule in enumerate(rules)}
        self._results: list[Json] = []
        self._unread: list[Json] = []

    def add(self, path: str, entries: Sequence[CiEntry]) -> None:
        self._results += [self._describe(each) for each in entries]

    def add_unread(self, path: str, said: str) -> None:
        notification: dict[str, Json] = {
            "level": "error",
            "message": {"text": _escape_links(escape_unprintable(said))},
            "locations": [_locate(path)],
        }
        self._unread.append(notification)

    def finish(self) -> None:
        driver: dict[str, Json] = {
            "name": "inlay",
            "version": find_version() or "0.0.0",
            "rules": [_describe_rule(rule) for rule in self._rules],
        }
        invocation: dict[str, Json] = {
            "executionSuccessful": not self._unread,
            "toolExecutionNotifications": self._unread,
        }
        run: dict[str, Json] = {
            "tool": {"driver": driver},
            "invocations": [invocation],
            "results": self._results,
            "columnKind": "unicodeCodePoints",
        }
        show_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})

    def _describe(self, each: CiEntry) -> Json:
        return {
            "ruleId": each.rule,
            "ruleIndex": self._numbers[each.rule],
            "level": each.level,
            "message": {
                "text": _escape_links(escape_unprintable(each.short)),
                "markdown": _escape_markdown(escape_unprintable(each.whole)),
            },
            "locations": [_locate(each.path, each.column, each.place)],
            "partialFingerprints": {"inlay/v1": escape_unprintable(f"{each.rule}:{each.path}")},
            "properties": dict(each.properties),
        }


def _escape_links(text: str) -> str:
    """SARIF takes `[text](target)` in plain messages for a link, and a backslash before a bracket for none (section 3.11.6)."""
    return re.sub(r"[\[\]\\]", r"\\\g<0>", text)


def _escape_markdown(text: str) -> str:
    """Names come out of files: what would be Markdown or HTML is shown as it is."""
    return re.sub(r"[\\`*_{}\[\]()<>#!|~&$@]", r"\\\g<0>", text)


def _describe_rule(rule: CiRule) -> Json:
    return {
        "id": rule.id,
        "shortDescription": {"text": f"{rule.summary}."},
        "fullDescription": {"text": rule.why},
        "help": {"text": rule.help},
        "defaultConfiguration": {"level": rule.level},
    }


def _locate(path: str, column: str = "", place: str = "") -> Json:
    location: dict[str, Json] = {"physicalLocation": {"artifactLocation": {"uri": uri_of(path)}}}
    if column or place:
        location["logicalLocations"] = [
            {
                "name": escape_unprintable(column or place),
                "fullyQualifiedName": escape_unprintable(place or column),
                "kind": "member",
            }
        ]
    return location


def uri_of(path: str) -> str:
    """A URL as it is; a path of this machine relative to where it is, as code scanning wants it."""
    local = find_local_path(path) if path else "."
    if local is None:
        return quote(path, safe="%/:?#[]@!$&'()*+,;=~", errors="surrogateescape")
    if Path(local).is_absolute():
        try:
            local = str(Path(local).relative_to(Path.cwd()))
        except ValueError:
            return Path(local).as_uri()
    return quote(Path(local).as_posix(), errors="surrogateescape")
