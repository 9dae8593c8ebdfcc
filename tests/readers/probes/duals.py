"""Columns in two encodings, and in one that is newer than most readers."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from inlay.pages.encodings.alp.plugin import Alp
from inlay.pages.encodings.choose import choose_columns
from inlay.pages.encodings.fsst.plugin import Fsst
from inlay.pages.encodings.on_files import add_to_file, ratify_file
from inlay.pages.encodings.pco import Pco
from inlay.pages.encodings.pfor.plugin import Pfor
from inlay.pages.encodings.plugins import Encodings, ValueEncoding
from tests.readers.probes.probe import Probe

ROWS: Final = 2_000
NUMBERS: Final[dict[str, list[Any]]] = {
    "id": [None if n % 7 == 3 else n * n for n in range(ROWS)],
    "price": [n / 4 for n in range(ROWS)],
    "url": [f"https://example.com/item/{n * 7 % 1000}" for n in range(ROWS)],
}


def duals() -> Iterator[Probe]:
    """Two row groups each; the first column of the file has the new encoding, and then not only the first."""
    plugins: dict[str, tuple[ValueEncoding, str]] = {
        "pco": (Pco(), "id"),
        "ALP": (Alp(), "price"),
        "PFOR": (Pfor(), "id"),
        "FSST": (Fsst(), "url"),
    }
    for name, (plugin, column) in plugins.items():
        for codec in ("none", "zstd"):
            write = partial(_write, plugin=plugin, column=column, codec=codec)
            yield Probe(f"{name} beside the old pages, {codec}", write, NUMBERS)
    ratified = partial(_write, plugin=Alp(), column="price", codec="none", is_ratified=True)
    yield Probe("ALP alone, as number 10", ratified, NUMBERS)
    unknown = partial(_write, plugin=Pco(), column="id", codec="none", is_ratified=True)
    yield Probe("pco alone, as number 77", unknown, NUMBERS)


def _write(
    path: Path, plugin: ValueEncoding, column: str, codec: str, is_ratified: bool = False
) -> None:
    pa: Any = importlib.import_module("pyarrow")
    write: Any = importlib.import_module("pyarrow.parquet").write_table
    write(
        pa.table(NUMBERS),
        path,
        row_group_size=ROWS // 2,
        use_dictionary=False,
        compression=codec,
        store_schema=False,
    )
    known = Encodings(plugin, numbers={"pco": 77} if plugin.name == "pco" else None)
    add_to_file(str(path), choose_columns([column], plugin), encodings=known)
    if is_ratified:
        ratify_file(str(path), encodings=known)
