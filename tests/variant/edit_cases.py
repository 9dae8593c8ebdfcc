"""Documents and edits of them, with what Spark makes of each; `tests/pipeline/test_variant_edits.py` asks it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from inlay.variant import (
    try_variant_array_append,
    try_variant_insert,
    try_variant_set,
    variant_delete,
    variant_strip_nulls,
)

DOCUMENTS: Final = [
    '{"a":1,"arr":[1,2,3],"n":null,"o":{"x":null}}',
    '[1,[2]]',
    "5",
    "null",
    "{}",
    '{"b":{"c":[{"d":null},null]},"o":{"a":2,"x":{"y":[]}}}',
]  # fmt: skip

PATHS: Final = [
    "$.a", "$.b", "$.a.b", "$.n.x", "$.o.x", "$.o.x.y", "$.o.b", "$.zz", "$[0]", "$[1]", "$[4]", "$[1][0]", "$[1][3]", "$.q[2].z", "$.arr[5].z[1]",
    "$.arr[1]", "$.arr[3]", "$.arr", "$.o", "$['o']['x']", "$.b.c[0].d", "$.b.c[1]", "$.b.c[0].e.f", "$[1][1][1]",
]  # fmt: skip


class Case(NamedTuple):
    """Spark's expression of the Variant `v`, and ours of a column."""

    sql: str
    ours: Callable[[Any], Any]


EDITS: Final[dict[str, Callable[..., Any]]] = {
    "try_variant_insert({}, 9)": lambda v, path: try_variant_insert(v, path, 9),
    "try_variant_set({}, 9)": lambda v, path: try_variant_set(v, path, 9),
    "try_variant_set({}, 9, false)": lambda v, path: try_variant_set(
        v, path, 9, create_if_missing=False
    ),
    "try_variant_array_append({}, 9)": lambda v, path: try_variant_array_append(v, path, 9),
    "variant_delete({})": lambda v, path: variant_delete(v, *[path]),
}
"""Edits at a path, by Spark's expressions."""


def list_cases() -> list[Case]:
    """Every edit at every path."""
    cases: list[Case] = []
    for path in PATHS:
        sql = path.replace("'", '"')
        for name, ours in EDITS.items():
            cases.append(Case(name.format(f"v, '{sql}'"), partial(ours, path=path)))
    return [
        *cases,
        Case("try_variant_array_append(v, '$', 9)", lambda v: try_variant_array_append(v, "$", 9)),
        Case("variant_strip_nulls(v)", variant_strip_nulls),
        Case(
            "variant_strip_nulls(v, false)", lambda v: variant_strip_nulls(v, include_arrays=False)
        ),
        Case(
            "variant_delete(v, '$.arr[0]', '$.arr[0]', '$.a')",
            lambda v: variant_delete(v, "$.arr[0]", "$.arr[0]", "$.a"),
        ),
        Case(
            "try_variant_insert(v, '$.k', parse_json('{\"z\":[null,{\"y\":1}]}'))",
            lambda v: try_variant_insert(v, "$.k", {"z": [None, {"y": 1}]}),
        ),
        Case("try_variant_insert(v, '$.k', NULL)", lambda v: try_variant_insert(v, "$.k", None)),
    ]
