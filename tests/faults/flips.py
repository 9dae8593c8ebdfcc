"""Flips single bits of the tails of files with a FlatBuffers footer, and says what came of each.

    python tests/faults/flips.py [FILE]

FILE is a plain Parquet file; without one, a small one is made. All bits of its private, migration and final
tail are flipped, one at a time.
"""

from __future__ import annotations

import io
import sys
from collections import Counter
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[2]
if __name__ == "__main__":
    for name in ("", "runtime", "generated", "variant", "toolkit"):
        sys.path.insert(0, str(ROOT / name))

STEPS: Final = ("add", "promote", "finalize")
GUARDED: Final = ("FlatBuffer", "crc32", "size of", "PAR1", "PAR3", "UUID")
"""Pieces, by the beginning of their meaning, in which no flip may go unnoticed by a reader."""

Counts = Counter[tuple[str, str]]
"""How many flips, by the meaning of the piece and by what noticed them."""


def small() -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = io.BytesIO()
    pq.write_table(pa.table({"item": ["nut", "bolt", None]}), sink, store_schema=False)
    return sink.getvalue()


def after(data: bytes, steps: tuple[str, ...]) -> bytes:
    """The file after these steps."""
    from inlay.changes.life_cycle import steps as life_cycle
    from inlay.footers.footer.read import read_footer

    for step in steps:
        tail = read_footer(io.BytesIO(data))
        data = data[: tail.offset] + getattr(life_cycle, step)(tail)
    return data


def flip_all(data: bytes, every: int = 1) -> Counts:
    """Every n-th bit of the tail. Whatever is raised that is not an error of ours comes out."""
    from inlay.footers.footer.read import read_footer

    counts: Counts = Counter()
    at = 0
    footer = read_footer(io.BytesIO(data))
    for piece in footer.end.pieces(footer):
        for bit in range(8 * piece.offset, 8 * (piece.offset + piece.length)):
            at += 1
            if at % every == 0:
                counts[piece.meaning, noticed(flipped(data, bit))] += 1
    return counts


def flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def noticed(data: bytes) -> str:
    """`reader` if opening the file tells, `verify` if that does, `nothing` if neither."""
    from inlay.footers.footer.read import read_footer
    from inlay.verbs.verify.verify_footer import verify_footer
    from inlay_runtime.errors import InlayError

    try:
        if read_footer(io.BytesIO(data)).findings:
            return "reader"
    except InlayError:
        return "reader"
    try:
        return "verify" if verify_footer(read_footer(io.BytesIO(data))).findings else "nothing"
    except InlayError:
        return "verify"


def is_guarded(meaning: str) -> bool:
    return meaning.startswith(GUARDED)


def main(arguments: list[str]) -> int:
    data = Path(arguments[0]).read_bytes() if arguments else small()
    unnoticed = 0
    for count in range(1, len(STEPS) + 1):
        counts = flip_all(after(data, STEPS[:count]))
        print(f"after {', '.join(STEPS[:count])}: {sum(counts.values()):,} flips")
        for (meaning, who), number in counts.items():
            print(f"  {number:>7,}  {meaning}: {who}")
            unnoticed += number if is_guarded(meaning) and who != "reader" else 0
    print(f"{unnoticed} under a CRC, in a magic or in a UUID went unnoticed")
    return int(unnoticed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
