"""Rows are matched as columns; a dict of Python is the oracle."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pyarrow as pa

from inlay.verbs.diff.matching_rows import Key, match_rows


def test_rows_are_matched_as_a_dict_matches_them() -> None:
    rng = Random(1)
    for _ in range(30):
        old, new = (make_table(rng, rng.randrange(12)) for _ in range(2))
        if rng.random() < 0.2:
            new = old
        rows = match_rows(old, new, ("row_group", "path"))
        first, second = list_keys(old), list_keys(new)
        shared = [key for key in first if key in second]
        assert [*rows.keys] == shared
        assert [*rows.only_old] == [key for key in first if key not in second]
        assert [*rows.only_new] == [key for key in second if key not in first]
        if rows.old is not None and rows.new is not None:
            assert rows.old.to_pylist() == [first.index(key) for key in shared]
            assert rows.new.to_pylist() == [second.index(key) for key in shared]
        else:
            assert first == second


def make_table(rng: Random, rows: int) -> Any:
    """Of few names, so that some come twice, in one row group and in another; and of an encrypted chunk no path is known."""
    groups = sorted(rng.randrange(3) for _ in range(rows))
    paths = [rng.choice(["a", "b", "c.d", "", None]) for _ in range(rows)]
    return pa.table(
        {"row_group": pa.array(groups, pa.int32()), "path": pa.array(paths, pa.string())}
    )


def list_keys(table: Any) -> list[Key]:
    counted: Counter[Key] = Counter()
    keys: list[Key] = []
    for row in table.to_pylist():
        key = row["row_group"], row["path"]
        keys.append((*key, counted[key]) if counted[key] else key)
        counted[key] += 1
    return keys
