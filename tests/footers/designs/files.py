"""Files whose footers are asked, with what designs are built from."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.designs import Fetch, FooterContents, FooterDesign, NotCarriedError, Range
from inlay.footers.designs.contents import contents_of
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.in_use import find_used_design, list_designs_in_use
from inlay.footers.designs.thrift.walked import ThriftDesign
from inlay_runtime.errors import InlayError
from parquet_format.parquet import FileMetaData
from tests.generated.parquet_files import NoFooterError, footer, parquet_paths


class LaidOut(NamedTuple):
    """A file with its footer in some design at its end; `fetch` reads all of it."""

    fetch: Fetch
    footer: Range

    def open(self, cls: type[FooterDesign]) -> FooterDesign:
        return cls.open(self.fetch, self.footer)


def lay_out(cls: type[FooterDesign], file: bytes, contents: FooterContents) -> LaidOut | None:
    """The file with its footer in a design behind it; None where the design says that it cannot hold it."""
    try:
        data = cls.build(contents, len(file))
    except NotCarriedError:
        return None
    return LaidOut(fetch_from(file + data), Range(len(file), len(data)))


def walked(file: bytes, contents: FooterContents) -> ThriftDesign:
    laid_out = lay_out(ThriftDesign, file, contents)
    assert laid_out is not None
    return ThriftDesign.open(*laid_out)


@cache
def contents_in(file: bytes) -> FooterContents:
    """Made once, for nobody changes them."""
    return contents_of(footer(file).data, fetch_from(file), len(file))


@cache
def corpus_files(folder: Path) -> Sequence[tuple[str, bytes, FooterContents]]:
    """Files with a plaintext footer whose page indexes can be read."""
    files: list[tuple[str, bytes, FooterContents]] = []
    for path in parquet_paths(folder):
        data = path.read_bytes()
        try:
            part = footer(data)
            if part.cls is FileMetaData:
                files.append((path.name, data, contents_in(data)))
        except (NoFooterError, InlayError):
            continue
    return files


@cache
def nested_file(row_groups: int = 3) -> bytes:
    """Numbers, texts, lists and structs, with statistics, page indexes and key-values."""
    rows = 40 * row_groups
    columns: Mapping[str, Any] = {
        "id": range(rows),
        "when": pa.array(range(rows), pa.timestamp("us")),
        "text": [None if at % 7 == 0 else f"prefix and {at:>40}" for at in range(rows)],
        "real": [at / 3 for at in range(rows)],
        "flag": [at % 2 == 0 for at in range(rows)],
        "nested": [{"x": at, "y": [str(at)] * (at % 3)} for at in range(rows)],
        "nothing": pa.nulls(rows, pa.int32()),
    }
    sink = io.BytesIO()
    table = pa.table(dict(columns)).replace_schema_metadata({"who": "we", "empty": ""})
    pq.write_table(table, sink, row_group_size=40, data_page_size=64, write_page_index=True)
    return sink.getvalue()


DESIGNS = {name: cls for name in list_designs_in_use() if (cls := find_used_design(name))}
"""Every design that is in use, one of an entry point included: it takes part in each law."""
