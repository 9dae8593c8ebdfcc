"""What another client than deltalake has to do as deltalake does on its own: names as the log has them, and columns that are added."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from deltalake import DeltaTable, Field, Schema
from deltalake.transaction import AddAction, create_table_with_add_actions

from inlay.verbs.register.targets.delta.locations import DeltaFolder, escape_name
from inlay.verbs.register.targets.delta.schema_growth import add_fields

LETTERS = [*map(chr, range(32, 127)), "\x80", "é", "日", "𝄞"]


def field(name: str, type_: Any, comment: str = "") -> dict[str, Any]:
    metadata = {"comment": comment} if comment else {}
    return {"name": name, "type": type_, "nullable": True, "metadata": metadata}


def struct(*fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "struct", "fields": [*fields]}


def array(element: Any) -> dict[str, Any]:
    return {"type": "array", "elementType": element, "containsNull": True}


def make_table(folder: Path, schema: dict[str, Any], *names: str) -> DeltaTable:
    entries = [AddAction(name, 1, {}, 0, data_change=True, stats="{}") for name in names]
    create_table_with_add_actions(str(folder), Schema.from_json(json.dumps(schema)), entries)
    return DeltaTable(folder)


def test_names_are_escaped_as_deltalake_does(tmp_path: Path) -> None:
    names = [f"a{letter}b/{at}" for at, letter in enumerate(LETTERS)]
    make_table(tmp_path, struct(field("x", "long")), *names)
    lines = (tmp_path / "_delta_log" / "00000000000000000000.json").read_text().splitlines()
    actions = [json.loads(line) for line in lines]
    logged = [action["add"]["path"] for action in actions if "add" in action]
    assert sorted(logged) == sorted(map(escape_name, names))
    folder = DeltaFolder(str(tmp_path))
    for name in names:
        if not name.startswith("a:"):  # like a URL, which is refused before
            assert folder.locate(escape_name(name)) == str(tmp_path / name)


@pytest.mark.parametrize(
    ("known", "added"),
    [
        (struct(field("x", "long", "the first")), [field("y", "string")]),
        (
            struct(field("p", struct(field("a", "long", "kept"))), field("x", "long")),
            [field("p", struct(field("a", "long"), field("b", "date")))],
        ),
        (
            struct(field("l", array(struct(field("a", "long", "kept"))))),
            [field("l", array(struct(field("a", "long"), field("b", "date"))))],
        ),
    ],
)
def test_columns_are_added_as_deltalake_does(
    known: dict[str, Any], added: list[dict[str, Any]], tmp_path: Path
) -> None:
    table = make_table(tmp_path, known)
    table.alter.add_columns([Field.from_json(json.dumps(it)) for it in added])
    assert add_fields(known, added) == json.loads(table.schema().to_json())
