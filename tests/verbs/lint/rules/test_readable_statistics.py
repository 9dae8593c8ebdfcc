"""`readable-statistics`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from inlay.errors import EncryptedFooterError
from parquet_format.parquet import (
    BoundingBox,
    EncryptionWithFooterKey,
    GeospatialStatistics,
    SizeStatistics,
    Statistics,
)
from tests.pages.encodings.files import pa, pq
from tests.verbs.lint.footers import (
    advise,
    advise_on_file,
    chunk,
    column,
    footer,
    make_fine,
    row_group,
)

pe = cast(Any, pytest.importorskip("pyarrow.parquet.encryption"))
RULE = "readable-statistics"
BOX = GeospatialStatistics(bbox=BoundingBox(xmin=1, xmax=2, ymin=1, ymax=2))
NOTHING: dict[str, Any] = {"statistics": None, "size_statistics": None}
SIZES = SizeStatistics(unencoded_byte_array_data_bytes=7)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({}, None),
        ({"size_statistics": SizeStatistics()}, None),
        ({"statistics": Statistics()}, None),
        ({"size_statistics": SIZES}, "size statistics"),
        ({"size_statistics": SizeStatistics(definition_level_histogram=[1, 2])}, "size statistics"),
        ({"geospatial_statistics": BOX}, "the box"),
        ({"size_statistics": SIZES, "geospatial_statistics": BOX}, "size statistics and the box"),
        ({"statistics": Statistics(min_value=b"1", max_value=b"2")}, "bounds"),
    ],
)
def test_by_what_the_footer_says(tmp_path: Path, fields: dict[str, Any], told: str | None) -> None:
    encrypted = chunk("id", **(NOTHING | fields)).replace(crypto_metadata=EncryptionWithFooterKey())
    advice = advise(RULE, footer([column("id")], [row_group(encrypted)] * 2), tmp_path)
    seen = f"{told} of an encrypted column in the clear in all 2 row groups"
    place = "row_groups[0].columns[0]"
    expected = [(seen, "id", place)] * (told is not None)
    assert [(each.seen, each.column, each.place) for each in advice] == expected


@pytest.mark.parametrize("is_plain", [True, False])
def test_of_pyarrow(tmp_path: Path, *, is_plain: bool) -> None:
    """The remedy is done: of an encrypted footer nothing is said, for no rule can read it."""
    path = tmp_path / "e.parquet"
    properties = pe.create_encryption_properties(b"0123456789abcdef", plaintext_footer=is_plain)
    pq.write_table(pa.table({"a": ["x", None]}), path, encryption_properties=properties)
    if is_plain:
        (advice,) = advise_on_file(RULE, path)
        assert advice.seen.startswith("size statistics of an encrypted column in the clear")
        assert "plaintext_footer=False" in advice.fix
        assert f"`inlay crypt footer {path.name} --encrypted --keys KEYS`" in advice.fix
    else:
        with pytest.raises(EncryptedFooterError, match="--keys of inspect, verify"):
            advise_on_file(RULE, path)


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
