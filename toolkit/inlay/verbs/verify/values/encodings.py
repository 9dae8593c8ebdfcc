"""Pages against what the metadata says of their kinds and encodings; and pages whose values do not come out."""

from __future__ import annotations

from collections import Counter
from typing import Final

from inlay.ground.wording.amounts import count
from inlay.pages.engine.decoded_size import INDEXES
from inlay.pages.engine.dense_pages import NO_MATCH
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.values.audited import AuditedChunk, AuditedPage
from parquet_format.parquet import Encoding, PageType

_DATA: Final = (PageType.DATA_PAGE, PageType.DATA_PAGE_V2)


def check_damage(page: AuditedPage) -> str | None:
    """The level `data` speaks of CRCs."""
    damage = page.levels.damage
    return f"page {page.number:,} {damage}" if damage and damage != NO_MATCH else None


def check_encodings(chunk: AuditedChunk) -> str | None:
    if all(page.encoding in chunk.meta.encodings for page in chunk.values.pages):
        return None
    said = {_without_age(encoding) for encoding in chunk.meta.encodings}
    if not said:  # of files of 2013
        return None
    for page in chunk.values.pages:
        if _without_age(page.encoding) not in said:
            names = ", ".join(encoding.name for encoding in chunk.meta.encodings)
            return f"{names}, and a page at offset {page.offset:,} has {page.encoding.name}"
    return None


def check_encoding_stats(chunk: AuditedChunk) -> str | None:
    """Of both versions of pages together: Arrow calls its second ones DATA_PAGE here."""
    stats = chunk.meta.encoding_stats
    if not stats or chunk.values.damage is not None:
        return None
    of_data = [stat for stat in stats if stat.page_type in _DATA]
    pages = chunk.values.pages
    if len(of_data) == 1 and of_data[0].count == len(pages):
        encoding = of_data[0].encoding
        if all(page.encoding == encoding for page in pages):  # as of most chunks
            return None
    said = Counter[Encoding]()
    for stat in of_data:
        said[_without_age(stat.encoding)] += stat.count
    there = Counter(_without_age(page.encoding) for page in pages)
    for encoding in [*said, *there]:
        if said[encoding] != there[encoding]:
            return f"{count(said[encoding], 'data page')} in {encoding.name}, but there are {there[encoding]:,}"
    return None


def check_dictionary(chunk: AuditedChunk) -> str | None:
    offset, pages = chunk.meta.dictionary_page_offset, chunk.values.pages
    if not offset or not pages or chunk.values.damage is not None:
        return None
    if any(page.encoding in INDEXES for page in pages):
        return None
    return (
        f"there is a dictionary at offset {offset:,}, and no data page has indexes into it: "
        "readers read it for nothing"
    )


def _without_age(encoding: Encoding) -> Encoding:
    """Indexes into a dictionary have two names."""
    return Encoding.RLE_DICTIONARY if encoding == Encoding.PLAIN_DICTIONARY else encoding


CHUNKS: Final[tuple[Check[AuditedChunk], ...]] = (
    Check(
        "value-encodings",
        "meta_data.encodings",
        "the encodings of data pages are among those of the chunk",
        check_encodings,
    ),
    Check(
        "value-encoding-stats",
        "meta_data.encoding_stats",
        "there are as many data pages of each encoding as the chunk says",
        check_encoding_stats,
    ),
    Check(
        "value-unused-dictionary",
        "meta_data.dictionary_page_offset",
        "a dictionary is used by a data page",
        check_dictionary,
    ),
)

PAGES: Final[tuple[Check[AuditedPage], ...]] = (
    Check(
        "value-damage", "", "the values of a page decode, as many as its levels say", check_damage
    ),
)
