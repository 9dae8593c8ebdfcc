"""`python -m tests.verbs.verify.values.any_statement COUNT [SEED]`: so many random columns with a random statement about each, judged by
the slow oracle of `test_any_statement`; many columns a file, in which the audit may take nothing for another's.
"""

from __future__ import annotations

import io
import sys
from random import Random
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

import inlay
from parquet_format.parquet import FileMetaData, Statistics
from tests.verbs.verify.values.test_any_statement import CODES, KINDS, Kind, expected

COLUMNS: Final = 500
ROWS: Final = 8

Column = tuple[Kind, list[Any], dict[str, Any], tuple[Any, Any]]


def main(count: int, seed: int = 0) -> int:
    judged = wrong = 0
    while judged < count:
        columns = [_draw(Random(f"{seed} {judged + at}")) for at in range(COLUMNS)]
        for at, (codes, deserved) in enumerate(_judge(columns)):
            if codes != deserved:
                wrong += 1
                print(f"{judged + at}: {codes}, and {deserved} is right: {columns[at][1:]}")
        judged += COLUMNS
        if judged % (COLUMNS * 20) == 0:
            print(f"{judged:,} judged, {wrong:,} wrong", flush=True)
    print(f"{judged:,} judged, {wrong:,} wrong")
    return int(wrong > 0)


def _draw(rng: Random) -> Column:
    kind = KINDS[rng.choice([*KINDS])]
    few = [kind.draw(rng) for _ in range(rng.randint(1, 5))]
    values = [rng.choice([None, *few]) for _ in range(ROWS)]
    ends = [rng.choice([None, kind.draw(rng), rng.choice(few)]) for _ in range(2)]
    low, high = (None if end is None else kind.encode(end) for end in ends)
    said = {
        "min_value": low,
        "max_value": high,
        "is_min_value_exact": rng.choice([None, False, True]),
        "is_max_value_exact": rng.choice([None, False, True]),
        "null_count": rng.choice([None, values.count(None), rng.randint(0, ROWS + 1)]),
        "nan_count": rng.choice([None, rng.randint(0, 3)]),
    }
    return kind, values, said, (ends[0], ends[1])


def _judge(columns: list[Column]) -> list[tuple[set[str], set[str]]]:
    """What the audit says of each column, and what it should."""
    out = io.BytesIO()
    arrays = {
        f"c{at}": pa.array(values, kind.arrow) for at, (kind, values, *_) in enumerate(columns)
    }
    pq.write_table(
        pa.table(arrays),
        out,
        data_page_size=1,
        write_batch_size=3,
        write_statistics=False,
        store_schema=False,
    )
    file = out.getvalue()
    size = int.from_bytes(file[-8:-4], "little")
    metadata = FileMetaData.decode(file[-8 - size : -8])
    for chunk, (_, _, said, _) in zip(metadata.row_groups[0].columns, columns, strict=True):
        assert chunk.meta_data is not None
        chunk.meta_data.statistics = Statistics(**said)
        chunk.meta_data.size_statistics = None
    thrift = metadata.encode()
    file = file[: -8 - size] + thrift + len(thrift).to_bytes(4, "little") + b"PAR1"
    verified = inlay.verify(io.BytesIO(file), values=True)
    assert verified.audited is not None
    assert verified.audited.chunks == len(columns)
    codes: list[set[str]] = [set() for _ in columns]
    for finding in verified.findings:
        if finding.code in CODES:
            codes[int(finding.at.split("columns[")[1].split("]")[0])].add(finding.code)
    return [(mine, expected(*column)) for mine, column in zip(codes, columns, strict=True)]


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
