"""A modular or a page-first footer: modules, or regions, then the root and the frame."""

from __future__ import annotations

from inlay.footer import Footer
from inlay.layouts.fetch import CountedFetch, Range
from inlay.layouts.in_memory import fetch_from
from inlay.layouts.mfp1 import SIZE as MODULAR_FRAME
from inlay.layouts.modular_root import read_root
from inlay.layouts.page_first_root import read_page_first_root
from inlay.layouts.pmf1 import SIZE as PAGE_FIRST_FRAME
from inlay.layouts.ranges import Tail
from inlay.look.kinds import OwnerKind
from inlay.look.ledger import LedgerWriter
from inlay_runtime.errors import DecodeError
from parquet_format.modular import ModuleKind
from parquet_format.page_first import ModuleKind as RegionKind


def add_modular(writer: LedgerWriter, footer: Footer) -> None:
    """Modules in the order of the file, and what they lead to between them."""
    frame = footer.file_size - MODULAR_FRAME
    try:
        root = read_root(_tail_of(footer))
    except DecodeError as error:
        _add_damaged(writer, footer, error, frame)
        return
    for kind, place in sorted(root.modules.items(), key=lambda item: item[1]):
        _fill(writer, place.offset)
        end = place.offset + place.length
        writer.add(OwnerKind.MODULE, place.offset, end, ModuleKind(kind).name)
    _fill(writer, root.start)
    writer.add(OwnerKind.MODULE, root.start, frame, "root")


def add_page_first(writer: LedgerWriter, footer: Footer) -> None:
    """Regions of the footer, those of modules by name; the others describe columns."""
    frame = footer.file_size - PAGE_FIRST_FRAME
    try:
        root = read_page_first_root(_tail_of(footer))
    except DecodeError as error:
        _add_damaged(writer, footer, error, frame)
        return
    names = {region: RegionKind(kind).name for kind, region in root.modules.items()}
    boundaries = root.boundaries
    for region in range(root.first, len(boundaries) - 1):
        start, end = boundaries[region], boundaries[region + 1]
        if start < writer.position:
            continue
        _fill(writer, start)
        writer.add(OwnerKind.MODULE, start, end, names.get(region, "column descriptor"))
    _fill(writer, root.place)
    writer.add(OwnerKind.MODULE, root.place, frame, "region map and root")


def _tail_of(footer: Footer) -> Tail:
    fetch = CountedFetch(fetch_from(footer.data, footer.offset))
    size = footer.file_size - footer.offset
    return Tail(fetch, Range(footer.offset, size), size)


def _fill(writer: LedgerWriter, end: int) -> None:
    """Statistics and page indexes of single columns: modules say where those lie."""
    writer.add(OwnerKind.MODULE, writer.position, max(end, writer.position), "of single columns")


def _add_damaged(writer: LedgerWriter, footer: Footer, error: DecodeError, frame: int) -> None:
    writer.find("decode", error.offset, f"the {footer.form.value} footer: {error.reason}")
    writer.add(OwnerKind.UNKNOWN, footer.offset, frame)
