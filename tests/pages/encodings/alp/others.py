"""`python -m tests.pages.encodings.alp.others FOLDER`: files with ALP by other writers, each held against a CSV of its numbers.

`FOLDER/x.parquet` or `x_java...parquet` is what `x_expect.csv` has as text, a line for each row; parquet-testing#100 has such
files. Every number has to be equal on both cores, and the sizes of our own pages are told beside theirs.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from inlay.footers.footer import read_footer
from inlay.pages.encodings.alp.float_kind import KINDS, FloatKind
from inlay.pages.encodings.alp.native import NATIVE
from inlay.pages.encodings.alp.page import decode_page
from inlay.pages.encodings.alp.plugin import Alp
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.chunk_pages import data_of, pages_of
from inlay.pages.engine.leaf import leaves_of
from inlay.rows.read import read_table
from parquet_format.parquet import Encoding


def main(folder: Path) -> int:
    different = equal = 0
    sizes: list[tuple[int, int]] = []
    for path in sorted(folder.glob("*.parquet")):
        with (folder / f"{path.stem.replace('_java', '')}_expect.csv").open(newline="") as file:
            expected = list(csv.DictReader(file))
        table = read_table(path)
        for name in table.column_names:
            kind = _kind_of(path, name)
            numbers = table[name].to_pylist()
            texts = [kind.round(float(row[name])) for row in expected[: len(numbers)]]
            same = texts == numbers
            theirs, ours = _compare_pages(path, name)
            sizes.append((theirs, ours))
            equal, different = equal + same, different + (not same)
            print(
                f"{path.name} {name}: {'equal' if same else 'DIFFERENT'}, {theirs:,} bytes, ours {ours:,}"
            )
    smaller = sum(ours <= theirs for theirs, ours in sizes)
    ratios = sorted(ours / theirs for theirs, ours in sizes)
    print(
        f"{equal} columns equal, {different} different; ours as small or smaller in {smaller} of {len(sizes)}"
    )
    if ratios:
        print(f"ours take {ratios[0]:.2f} to {ratios[-1]:.2f} times their bytes")
    return 1 if different or not equal else 0


def _kind_of(path: Path, name: str) -> FloatKind:
    metadata = read_footer(path).metadata
    assert metadata is not None
    types = {element.name: element.type for element in metadata.schema}
    type_ = types[name]
    assert type_ is not None
    return KINDS[type_]


def _compare_pages(path: Path, name: str) -> tuple[int, int]:
    """The bytes of all ALP pages of a column, theirs and ours."""
    metadata = read_footer(path).metadata
    assert metadata is not None
    data = path.read_bytes()
    theirs = ours = 0
    for group in metadata.row_groups:
        for leaf, chunk in zip(leaves_of(metadata), group.columns, strict=True):
            meta = chunk.meta_data
            if meta is None or leaf.name != name:
                continue
            start, end = locate_pages(meta)
            for page in pages_of(data[start:end], meta, start):
                body = data_of(page, meta.codec, leaf, start) if page.is_data else None
                if body is None or body.encoding != Encoding.ALP:
                    continue
                values = memoryview(bytes(body.values))
                count = int.from_bytes(values[3:7], "little")
                plain = decode_page(values, count, KINDS[meta.type])
                if NATIVE is not None:
                    assert NATIVE.decode_page(values, count, KINDS[meta.type].size) == plain
                theirs += len(values)
                ours += len(Alp().encode(memoryview(plain), count, meta.type))
    return theirs, ours


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
