"""Filters on paths into shredded Variants: pruned by typed columns, and never where values were not shredded."""

from __future__ import annotations

import json
from collections.abc import Callable
from operator import eq, ge, gt, le, lt
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import inlay
from inlay.rows.pruning import FilterError
from inlay.variant import variant_array, variant_get, write_table

USER = pa.struct([("user", pa.struct([("age", pa.int64()), ("name", pa.string())]))])


def write(folder: Path, values: list[object], **options: Any) -> Path:
    path = folder / "events.parquet"
    table = pa.table({"event": variant_array(values)})
    write_table(table, path, shred={"event": USER}, **options)
    return path


PLAIN: list[object] = [{"user": {"age": age, "name": f"n{age}"}} for age in range(10)]
CASES: dict[str, tuple[list[object], str, bool]] = {
    "typed": (PLAIN, "variant_get(event, '$.user.age') > 9", True),
    "typed, inside": (PLAIN, "variant_get(event, '$.user.age') > 8", False),
    "text": (PLAIN, "variant_get(event, '$.user.name') = 'x'", True),
    "missing": ([{"user": {}}, {}, None], "variant_get(event, '$.user.age') > 0", True),
    "missing is null": ([{"user": {}}], "variant_get(event, '$.user.age') is null", False),
    "present is not null": (PLAIN, "variant_get(event, '$.user.age') is null", True),
    "a residual text": (
        [*PLAIN, {"user": {"age": "90"}}],
        "variant_get(event, '$.user.age') > 9",
        False,
    ),
    "a residual elsewhere": (
        [*PLAIN, {"user": {"age": 1, "name": 7}, "more": 1}, 5, "x"],
        "variant_get(event, '$.user.age') > 9",
        True,
    ),
    "not shredded, and nothing left over": (PLAIN, "variant_get(event, '$.user.size') > 9", True),
    "not shredded, and missing": (PLAIN, "variant_get(event, '$.user.size') is null", False),
    "not shredded, and not missing": (
        PLAIN,
        "variant_get(event, '$.user.size') is not null",
        True,
    ),
    "not shredded, and left over": (
        [*PLAIN, {"user": {"size": 1}}],
        "variant_get(event, '$.user.size') > 9",
        False,
    ),
    "left over elsewhere": (
        [*PLAIN, {"size": 1}],
        "variant_get(event, '$.user.size') > 9",
        True,
    ),
    "below a number": (PLAIN, "variant_get(event, '$.user.age.years') > 9", True),
    "a residual null": (
        [*PLAIN, {"user": {"age": None}}],
        "variant_get(event, '$.user.age') > 9",
        True,
    ),
    "a residual null is null": (
        [*PLAIN, {"user": {"age": None}}],
        "variant_get(event, '$.user.age') is null",
        False,
    ),
    "nulls only": ([{"user": {"age": None}}], "variant_get(event, '$.user.age') is not null", True),
    "an object": (PLAIN, "variant_get(event, '$.user') = 1", False),
    "the whole": (PLAIN, "variant_get(event, '$') = 1", False),
    "an element": (PLAIN, "variant_get(event, '$[0]') = 1", True),
    "another type": (PLAIN, "variant_get(event, '$.user.age') = 'x'", False),
}


@pytest.mark.parametrize("name", CASES)
def test_a_path_is_pruned_by_its_typed_column(name: str, tmp_path: Path) -> None:
    values, text, is_pruned = CASES[name]
    (group,) = inlay.prune(write(tmp_path, values), text).groups
    assert group.is_skipped is is_pruned, group.judgements
    assert group.judgements[0].why


def test_a_mistake_says_how_it_is_written(tmp_path: Path) -> None:
    path = write(tmp_path, PLAIN)
    with pytest.raises(FilterError, match=r"write variant_get\(event, '\$\.path'\)"):
        inlay.prune(path, "event = 1")


COMPARED: dict[str, Callable[[int, int], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge, "=": eq}

leaves = st.one_of(st.integers(-3, 12), st.sampled_from(["3", "n5", None, 2.5, True]))
users = st.dictionaries(st.sampled_from(["age", "name", "size"]), leaves)
events = st.one_of(leaves, st.dictionaries(st.sampled_from(["user", "more"]), users | leaves))


@given(
    st.lists(events, min_size=1, max_size=12),
    st.sampled_from(list(COMPARED)),
    st.integers(-4, 13),
    st.sampled_from([1, 3, 12]),
)
def test_no_value_that_matches_is_pruned(
    tmp_path_factory: pytest.TempPathFactory,
    values: list[object],
    operator: str,
    bound: int,
    group: int,
) -> None:
    folder = tmp_path_factory.mktemp("law")
    path = write(folder, values, row_group_size=group, write_page_index=True)
    compare = COMPARED[operator]
    found: list[Any] = variant_get(variant_array(values), "$.user.age", pa.int64()).to_pylist()
    pruning = inlay.prune(path, f"variant_get(event, '$.user.age') {operator} {bound}")
    row = 0
    for verdict in pruning.groups:
        for inside in range(verdict.num_rows):
            value = found[row]
            if value is not None and compare(value, bound):
                assert any(a <= inside < b for a, b in verdict.row_ranges), json.dumps(values)
            row += 1
    assert row == len(values)
