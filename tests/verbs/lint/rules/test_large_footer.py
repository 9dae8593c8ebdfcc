"""`large-footer`."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.changes.life_cycle.edit_extension import add_index
from tests.verbs.lint.footers import MIB, advise_on_file, make_fine, write_sparse

RULE = "large-footer"


def test_by_its_share_of_the_file(tmp_path: Path) -> None:
    metadata = make_fine()
    metadata.created_by = "x" * 600 * 1024
    for size, expected in ((10 * MIB, 1), (13 * MIB, 0)):
        advice = advise_on_file(RULE, write_sparse(tmp_path / "file.parquet", metadata, size))
        assert len(advice) == expected
        for each in advice:
            assert each.seen == "the footer takes 600 KiB of 10.0 MiB, for 4 column chunks"


def test_a_small_one_does_not_matter(tmp_path: Path) -> None:
    path = write_sparse(tmp_path / "file.parquet", make_fine(), size=2000)
    assert advise_on_file(RULE, path) == []
    assert len(advise_on_file(RULE, path, bytes=100)) == 1


def test_one_with_an_index_has_had_the_advice(tmp_path: Path) -> None:
    path = tmp_path / "wide.parquet"
    pq.write_table(pa.table({f"c{at}": [1.0, 2.0] for at in range(1500)}), path)
    (advice,) = advise_on_file(RULE, path)
    assert advice.fix.startswith(f"`inlay footer index add {path.name}`")
    add_index(str(path))
    assert advise_on_file(RULE, path) == []
