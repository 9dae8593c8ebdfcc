"""The design beside the Thrift of a dual footer, held against the Thrift: bytes, fields and answers."""

from __future__ import annotations

from typing import Final

from inlay.footers.containers.design_content import DesignHead
from inlay.footers.conversion.record_differences import Sides, compare_records
from inlay.footers.designs.dual.answers import derive_from_design, open_design
from inlay.footers.designs.equality import DIFFERENT, compare_answers
from inlay.footers.designs.fetch import Range
from inlay.footers.designs.fetch_again import fetch_beside
from inlay.footers.designs.in_use import find_used_design
from inlay.footers.designs.thrift.open import open_thrift
from inlay.footers.footer.footer import Footer
from inlay_runtime.errors import InlayError
from inlay_runtime.finding import Finding
from parquet_format.parquet import FileMetaData

CODE: Final = "design"
_HINT: Final = "`inlay footer revert --trust thrift` takes it out, and `inlay footer add --design` makes it anew"


def check_design(footer: Footer) -> list[Finding]:
    """What is wrong with the design of a dual footer; none for other footers, and where nothing here knows the design: its
    CRCs are all that can be said then."""
    head, content = footer.second.design, footer.second.content
    if head is None or content is None or find_used_design(head.name) is None:
        return []
    name, place = footer.second.name, footer.offset + content.start
    if head.offset != place:
        what = f"the {name} was made for offset {head.offset:,} of its file, and is at {place:,}: it is not read"
        return [Finding(CODE, place, what, hint=_HINT)]
    try:
        derived = derive_from_design(footer.second)
    except InlayError as error:
        what = f"the {name} does not lead back to Thrift: {error}"
        return [Finding(CODE, place, what, hint=_HINT)]
    if not footer.second.agrees:
        return _differing_fields(footer, derived)
    return _lies(footer, head)


def _differing_fields(footer: Footer, derived: bytes) -> list[Finding]:
    name = footer.second.name
    try:
        thrift = FileMetaData.decode(footer.end.plain_thrift(footer))
    except InlayError:
        return []  # what reads the footer says that the Thrift is damaged
    sides = Sides("Thrift", f"the {name}")
    return [
        Finding(CODE, footer.offset, f"the two footers disagree: {difference.what}", difference.at)
        for difference in compare_records(thrift, FileMetaData.decode(derived), sides)
    ]


def _lies(footer: Footer, head: DesignHead) -> list[Finding]:
    """Its answers, where its script leads back all the same."""
    place = Range(head.offset, head.length)
    data = memoryview(footer.second.data)[: head.length]
    try:
        design = open_design(head, fetch_beside(footer, place, data))
    except InlayError as error:
        return [Finding(CODE, head.offset, f"the {footer.second.name} cannot be read: {error}")]
    answers = compare_answers(design, open_thrift(footer))
    wrong = [question for question, verdict in answers.items() if verdict == DIFFERENT]
    if not wrong:
        return []
    what = f"the {footer.second.name} answers otherwise than the Thrift does: {', '.join(wrong)}"
    return [Finding(CODE, head.offset, what, hint=_HINT)]
