"""Both cores over every footer of the corpus: `python -m tests.native.corpus [FOLDER OF THE NATIVE MODULES]`.

Pure Python being slow, large footers are only decoded natively, and in every mode.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from inlay_runtime.errors import DecodeError
from inlay_runtime.native import compact
from parquet_format.parquet import FileMetaData
from tests.conftest import CORPUS
from tests.native.comparison import compare
from tests.native.views import mutated, seen

SMALL: Final = 8_000


def footers(folder: Path) -> Iterator[bytes]:
    """What is where a footer would be, of every file that has an end like Parquet's."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.stat().st_size > 12:
            data = path.read_bytes()
            size = int.from_bytes(data[-8:-4], "little")
            if data[-4:] == b"PAR1" and 0 < size <= len(data) - 12:
                yield data[-8 - size : -8]


def main(folder: str) -> int:
    assert str(compact.__file__).startswith(folder), f"{compact.__file__} is not in {folder}"
    number = 0
    for number, footer in enumerate(footers(CORPUS), start=1):
        if len(footer) <= SMALL:
            compare(FileMetaData, footer, number)
            compare(FileMetaData, mutated(footer, random.Random(number)), number)
            continue
        for eager in (True, False):
            try:
                meta = FileMetaData.decode(footer, eager=eager)
            except DecodeError:
                break
            seen(meta)
            meta.encode()
    print(f"{number} footers of the corpus")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
