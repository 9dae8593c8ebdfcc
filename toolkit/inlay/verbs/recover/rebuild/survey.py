"""What lies in a file that nothing leads through: from the front, page behind page, and what stands between them.

Pages delimit themselves: a header says how long its body is. Whatever else Parquet files hold is known by its shape, and skipped.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from inlay.footers.footer.magic import ENCRYPTED
from inlay.footers.footer.magic import PLAIN as MAGIC
from inlay.ground.wording.amounts import count
from inlay.pages.engine.header_facts import list_plain_pages
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.pages.engine.walk import DATA, PlacedPage, ReadAt, find_data_header
from inlay.verbs.recover.rebuild.between_pages import (
    Between,
    Stretch,
    begins_footer,
    find_end_between,
    find_region,
)
from inlay.verbs.recover.rebuild.header_search import HeaderSearch
from inlay.verbs.recover.rebuild.page_table import PageTable
from inlay.verbs.recover.rebuild.struct_search import (
    HEAD,
    LONGEST,
    NUMBER,
    begins,
    decode_at,
)
from inlay_runtime.crc import crc32
from parquet_format.parquet import PageHeader, PageType

_NO_PARQUET: Final = (
    "it does not begin with PAR1: it is not a Parquet file, or its beginning is lost"
)

_NOTHING_KNOWN: Final = "neither a page begins there nor anything else that Parquet files hold"
_ASTRAY: Final = "a page begins there whose header leads astray"
_DAMAGED_FOOTER: Final = "its footer begins there, and is damaged or cut"

_OF_DICTIONARY: Final = b"\x15\x04"
"""The type of a page, with which its header begins."""


class Damage(NamedTuple):
    """Bytes between two pages that nothing leads through, and what is wrong where they begin, as a clause."""

    start: int
    end: int
    reason: str


@dataclass(slots=True)
class Survey:
    """`pages` are whole, in the order of the file. `end` is where the walk ended, at the end of the file or before it; then `reason`
    says why, as a clause. `damages` are what the walk went on behind. `reaches_footer` says that a damaged footer begins there; then the reason is empty if nothing but it follows.
    `reaches_chunk` says that a dictionary page begins there, which is the first of its chunk."""

    size: int
    pages: PageTable
    between: list[Stretch] = field(default_factory=list[Stretch])
    end: int = 0
    reason: str = ""
    damages: list[Damage] = field(default_factory=list[Damage])
    reaches_footer: bool = False
    reaches_chunk: bool = False
    is_encrypted: bool = False

    @property
    def footers(self) -> list[Stretch]:
        return [region for region in self.between if region.kind is Between.FOOTER]


def survey_pages(read: ReadAt, size: int, progress: Progress = ignore_progress) -> Survey:
    """Of a file of `size` bytes. Nothing that it holds is an error: the walk ends there."""
    survey = Survey(size, PageTable(read))
    magic = bytes(read(0, len(MAGIC)))
    if magic != MAGIC:
        survey.is_encrypted = magic == ENCRYPTED
        survey.reason = _NO_PARQUET
        return survey
    at = len(MAGIC)
    search = HeaderSearch(read, size, page_at, find_end_between)
    while at < size:
        may_be_page = begins(bytes(read(at, min(HEAD, size - at))), NUMBER)
        run = list_plain_pages(read, at, size, survey.pages.numbers) if may_be_page else None
        if run is not None:
            survey.pages.extend(run, at)
            progress(run.end)
            at = run.end
            continue
        page = page_at(read, at, size) if may_be_page else ""
        if isinstance(page, PlacedPage):
            survey.pages.append(page)
            progress(page.end)
            at = page.end
            continue
        region = find_region(read, at, size)
        if region is not None:
            survey.between.append(region)
            at = region.end
            continue
        reason = page or _NOTHING_KNOWN
        following = _go_on(survey, search, at, reason)
        if following is None:
            _end_in(survey, read, at, reason)
            break
        at = following
    survey.end = at
    _end_before_zeros(survey, read)
    return survey


def _go_on(survey: Survey, search: HeaderSearch, at: int, reason: str) -> int | None:
    """Where the next page begins, if there is one. The last page may have led astray: then pages begin within it."""
    if _is_end(survey, search.read, at):
        return None
    pages = survey.pages
    last = pages.offsets[-1] if pages and pages.end_of(-1) == at else None
    following = search.find((at if last is None else last) + 1, at)
    if following is None:
        return None
    if last is not None and following < at:
        pages.pop()
        at, reason = last, _ASTRAY
    survey.damages.append(Damage(at, following, reason))
    return following


def _is_end(survey: Survey, read: ReadAt, at: int) -> bool:
    """Whether nothing is looked for behind: modules of an encrypted file, or a footer."""
    if at == len(MAGIC) and _looks_encrypted(read, at, survey.size):
        return True
    return bool(survey.pages) and begins_footer(read, at, survey.size)


def _end_in(survey: Survey, read: ReadAt, at: int, reason: str) -> None:
    size = survey.size
    survey.reason = reason
    survey.is_encrypted = at == len(MAGIC) and _looks_encrypted(read, at, size)
    survey.reaches_chunk = bytes(read(at, 2)) == _OF_DICTIONARY
    if survey.pages and begins_footer(read, at, size):
        survey.reaches_footer = True
        rest = bytes(read(at, min(size - at, LONGEST)))
        survey.reason = _DAMAGED_FOOTER if MAGIC in rest[: -len(MAGIC)] else ""


def _end_before_zeros(survey: Survey, read: ReadAt) -> None:
    """Zeros up to the end of the file are what was never written, of the last page too, unless its CRC knows better."""
    last = survey.between[-1] if survey.between else None
    if last is None or last.kind is not Between.PADDING or last.end < survey.size:
        return
    survey.end, survey.reason = last.start, "zeros follow up to the end of the file"
    page = survey.pages[-1] if survey.pages else None
    if page is None or page.end != last.start or bytes(read(page.end - 1, 1)) != b"\0":
        return
    crc = page.header.crc
    if crc is None or crc32(read(page.start, page.end - page.start)) != crc & 0xFFFFFFFF:
        survey.pages.pop()
        survey.end = page.offset
        survey.reason += ", and the last page may run into them"


def page_at(read: ReadAt, at: int, size: int) -> PlacedPage | str:
    """A whole page; else what is wrong with the one that begins here, or an empty clause where none does."""
    if not begins(bytes(read(at, min(HEAD, size - at))), NUMBER):
        return ""
    decoded = decode_at(PageHeader, read, at, size)
    if decoded is None:
        return ""
    header, start = decoded
    length = header.compressed_page_size
    if length < 0 or header.uncompressed_page_size < 0:
        return "a page says that it has a negative size"
    if header.type in DATA:
        data = find_data_header(header)
        if data is None or data.num_values < 0:
            return "a data page does not say how many values it has"
    elif header.type == PageType.DICTIONARY_PAGE:
        if header.dictionary_page_header is None:
            return "a dictionary page does not say how many values it has"
    elif header.type != PageType.INDEX_PAGE:
        return ""
    if start + length > size:
        left = count(size - start, "is there", "are there")
        return f"the file ends in a page: of {count(length, 'byte')}, {left}"
    return PlacedPage(header, at, start, start + length)


def _looks_encrypted(read: ReadAt, at: int, size: int) -> bool:
    """Modules of a file with a plaintext footer: a length, and then so many bytes, again and again."""
    for _ in range(2):
        length = int.from_bytes(bytes(read(at, 4)), "little")
        if not 28 < length <= size - at - 4:
            return False
        at += 4 + length
    return True
