"""The files that the readers get: each a source in another form, or with an extension somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inlay.changes.life_cycle.steps import build_tail
from inlay.footers.extensions.shapes import shape_of
from inlay.footers.footer.form import Form
from inlay.footers.footer.read import read_footer
from inlay.ground.refusals import FormError
from inlay.pages.engine.design_tail import add_design
from inlay.verbs.set.convert_footer import convert_footer
from inlay_runtime.append import append_extension
from inlay_runtime.extension import Header
from parquet_format.parquet import FileMetaData
from tests.readers.beside import IN_INDEXES, IN_PAGES, extended_indexes, extended_pages
from tests.readers.places import NEVER, extended, payload, shapes_below
from tests.readers.sources import joined, split

DESIGNS: Final = (Form.MODULAR, Form.PARX)
"""In which a file has one footer, and nothing for other readers."""

FORMS: Final = (Form.THRIFT, Form.PRIVATE, Form.MIGRATION, Form.FINAL, Form.DUAL, *DESIGNS)
BESIDE: Final = "modular"
"""The layout of dual files."""
BEHIND: Final = "behind the stop byte"
HEADERS: Final = (Header.SPEC, Header.ZIGZAG)
ROOT_SHAPE: Final = shape_of(FileMetaData)
SHAPES: Final = {
    name: shape for name, shape in shapes_below(ROOT_SHAPE).items() if name not in NEVER
}
PLACES: Final = (BEHIND, *SHAPES)

LARGE: Final = {
    "1 KiB, pseudo-random": (1 << 10, None),
    "99,000,000 bytes of `00`": (99_000_000, b"\0"),
    "101,000,000 bytes of `00`": (101_000_000, b"\0"),
}

TEXT: Final = "PageHeader, the payload is text"
OUTSIDE: Final = (*IN_PAGES, TEXT, *IN_INDEXES)


def slug(name: str) -> str:
    """The name of a file for what a row tries."""
    return re.sub(r"[^a-z0-9_]+", "-", name.lower()).strip("-")


@dataclass(frozen=True, slots=True)
class Case:
    """`row` is the line of the table it counts for; `how` says what else there is to know."""

    row: str
    how: str
    source: str
    path: Path


class Writer:
    """Puts cases into files, a folder for each row."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.written = 0

    def case(self, row: str, how: str, source: str, data: bytes) -> Case:
        path = self.folder / slug(row) / f"{self.written}.parquet"
        self.written += 1
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return Case(row, how, source, path)


def forms(sources: Mapping[str, Path], writer: Writer) -> Iterator[Case]:
    """Every source in every form, but in designs that cannot express it. `thrift` is the file itself."""
    for source, path in sources.items():
        data, footer = split(path.read_bytes())
        tail = add_design(read_footer(path), BESIDE)
        yield writer.case(Form.DUAL.value, BESIDE, source, data + tail)
        for form in FORMS:
            if form is Form.DUAL:
                continue
            thrift = form is Form.THRIFT
            if form in DESIGNS:
                case = writer.case(form.value, "", source, path.read_bytes())
                try:
                    convert_footer(str(case.path), form.value)
                except FormError:
                    continue
                yield case
            else:
                tail = joined(b"", footer) if thrift else build_tail(form, footer)
                yield writer.case(form.value, "", source, data + tail)


def places(sources: Mapping[str, Path], writer: Writer) -> Iterator[Case]:
    """An extension in every place of a footer, in every source that has the place."""
    extension = payload()
    for source, path in sources.items():
        data, footer = split(path.read_bytes())
        for place in PLACES:
            for header in (Header.TRAILING,) if place == BEHIND else HEADERS:
                made = extended(footer, ROOT_SHAPE, place, header, extension)
                if made is not None:
                    yield writer.case(place, header.value, source, joined(data, made))


def large(sources: Mapping[str, Path], writer: Writer) -> Iterator[Case]:
    """Large extensions of FileMetaData."""
    data, footer = split(sources["flat"].read_bytes())
    for row, (size, fill) in LARGE.items():
        extension = payload(size) if fill is None else fill * size
        made = append_extension(footer, extension, Header.SPEC)
        yield writer.case(row, "", "flat", joined(data, made))


def outside(sources: Mapping[str, Path], writer: Writer) -> Iterator[Case]:
    """An extension in page headers and in the page index, in the sources that are made for it."""
    for header in HEADERS:
        for name in IN_PAGES:
            for source in ("page", "page v2"):
                file = sources[source].read_bytes()
                made = extended_pages(file, name, header, payload())
                if made is not None:
                    yield writer.case(name, header.value, source, made)
        text = extended_pages(sources["page"].read_bytes(), "PageHeader", header, b"text" * 13)
        assert text is not None
        yield writer.case(TEXT, header.value, "page", text)
        for name in IN_INDEXES:
            file = sources["page index"].read_bytes()
            made = extended_indexes(file, name, header, payload())
            assert made is not None
            yield writer.case(name, header.value, "page index", made)
