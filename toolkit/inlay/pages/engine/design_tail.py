"""The tail of the dual form: a footer in another design beside the Thrift, built from the file and proved."""

from __future__ import annotations

from typing import Final
from zlib import crc32

from inlay.changes.life_cycle.steps import require_form, revert
from inlay.footers.containers import wrap
from inlay.footers.containers.design_content import is_design_name, pack_design
from inlay.footers.containers.registry import DESIGN
from inlay.footers.designs.answers_as_thrift import script_to
from inlay.footers.designs.contents import contents_of
from inlay.footers.designs.design import FooterContents, FooterDesign, NotCarriedError
from inlay.footers.designs.dual.answers import derive_from_design, open_design
from inlay.footers.designs.equality import DIFFERENT, compare_answers
from inlay.footers.designs.fetch import Range
from inlay.footers.designs.fetch_again import fetch_beside
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.in_use import find_used_design, list_designs_in_use
from inlay.footers.designs.thrift.open import open_thrift
from inlay.footers.extensions.carrier import carrier_at
from inlay.footers.extensions.shapes import shape_of
from inlay.footers.footer import Footer, Form, read_footer
from inlay.footers.footer.same_file import refuse_other_file
from inlay.footers.footer.trailer import tail_of
from inlay.ground.files.source import Seekable, name_of, open_source, read_at
from inlay.ground.files.spliced import SplicedFile
from inlay.ground.refusals import FormError
from inlay.ground.wording.amounts import count
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.errors import InlayError, RequestError
from inlay_runtime.extension import Header
from parquet_format.parquet import FileMetaData

NOT_BESIDE: Final = {
    "thrift": "every file has that",
    "thrift-without-paths": "it is Thrift as well",
    "jump-table": "`inlay footer index add` adds an index",
    "flatbuffers-v0": "`inlay footer add` without a design adds it",
    "flatbuffers-v1": "`inlay footer add` and `inlay footer promote` add it",
}
"""Designs that have a place of their own in files, or none."""

_MOST_TRIES: Final = 5


def add_design(footer: Footer, name: str) -> bytes:
    """The tail of the dual form, in the design of this name, for a plain Thrift file.

    Raises RequestError for a design that is not installed or has another place, FormError where the footer has no room for it
    or it cannot say what the footer does, DecodeError for page indexes that cannot be read.
    """
    require_form(footer, Form.THRIFT)
    return put_design_beside(footer, footer.data, name)


def put_design_beside(footer: Footer, thrift: bytes, name: str) -> bytes:
    """The same for a file of any form, of which `thrift` is the footer as a plain Thrift file."""
    if footer.source is None:
        raise RequestError("this footer was not read from a file, and its page indexes are needed")
    with open_source(footer.source) as file:
        refuse_other_file(footer, file)
        return build_design_tail(name, thrift, footer.offset, file)


def build_design_tail(name: str, thrift: bytes, offset: int, file: Seekable) -> bytes:
    """The same for Thrift that is to lie at `offset`; `file` has the data where the Thrift says that it is."""
    cls = choose_design(name)
    _require_room(thrift)
    contents = contents_of(
        thrift, lambda ranges: [read_at(file, part.offset, part.length) for part in ranges], offset
    )
    tail = tail_of(_with_design(_Builder(cls, contents), thrift, offset))
    new = SplicedFile(name_of(file))
    new.copy(file, 0, offset)
    new.append(tail)
    _prove(read_footer(new), thrift)
    return tail


def choose_design(name: str) -> type[FooterDesign]:
    """Raises RequestError, with what there is, for a design that is not put beside Thrift."""
    if name in NOT_BESIDE:
        reason = NOT_BESIDE[name]
        raise RequestError(f"the design {name!r} is not put beside a Thrift footer: {reason}")
    cls = find_used_design(name) if is_design_name(name) else None
    if cls is None:
        known = ", ".join(each for each in list_designs_in_use() if each not in NOT_BESIDE)
        raise RequestError(
            f"there is no design {name!r} to put beside Thrift; there are {known}, "
            "and `use` in [designs] of the configuration adds others that are installed"
        )
    return cls


def _require_room(thrift: bytes) -> None:
    carrier = carrier_at(thrift, 0, "", shape_of(FileMetaData))
    if carrier.slot is not None:
        raise FormError(
            "field 32767 of this footer is taken by an extension, and a second footer does not share it: "
            "`inlay ext list` shows it, `inlay ext strip` takes it out"
        )
    if carrier.end != len(thrift):
        behind = len(thrift) - carrier.end
        raise FormError(
            f"{count(behind, 'byte follows', 'bytes follow')} the struct of the footer, and a second footer has to stay last"
        )


class _Builder:
    """Builds a design for one file, at one offset after the other."""

    def __init__(self, cls: type[FooterDesign], contents: FooterContents) -> None:
        self._cls = cls
        self._contents = contents

    def content(self, offset: int) -> bytes:
        """What goes into the container, where the design begins at `offset`. Raises FormError."""
        name, thrift = self._cls.name, self._contents.thrift
        try:
            design = self._cls.build(self._contents, offset)
            script = self._script(design, offset)
        except NotCarriedError as error:
            raise FormError(f"a {name} footer cannot say what this one does: {error}") from error
        return pack_design(design, script, name, offset, crc32(thrift))

    def _script(self, design: bytes, offset: int) -> bytes:
        """From the design to the Thrift; empty where it leads there itself."""
        thrift = self._contents.thrift
        fetch, place = fetch_from(design, offset), Range(offset, len(design))
        try:
            if self._cls.open(fetch, place).thrift() == thrift:
                return b""
        except NotCarriedError:
            pass
        return script_to(thrift, self._cls.open(fetch, place))


def _with_design(builder: _Builder, thrift: bytes, offset: int) -> bytes:
    """Its offsets count from the start of the file, and it begins behind its own length, so that is guessed first."""
    before = thrift[:-1] + Header.SPEC.data
    width = len(unsigned(len(thrift)))
    for _ in range(_MOST_TRIES):
        payload = wrap(builder.content(offset + len(before) + width), DESIGN)
        length = unsigned(len(payload))
        if len(length) == width:
            return before + length + payload + thrift[-1:]
        width = len(length)
    raise FormError("the length of the design changes with where it begins")


def _prove(footer: Footer, thrift: bytes) -> None:
    """Of the new file: its footer is read, reverted, led back from and asked all questions. Raises FormError."""
    flat = footer.second
    head = flat.design
    if flat.findings or head is None:
        raise FormError(f"the new footer reads back with findings: {flat.findings}")
    try:
        is_led_back = derive_from_design(flat) == thrift
        place = Range(head.offset, head.length)
        design = open_design(head, fetch_beside(footer, place, flat.data[: head.length]))
        answers = compare_answers(design, open_thrift(footer))
    except InlayError as error:
        raise FormError(f"the {flat.name} does not read back: {error}") from error
    if not is_led_back or revert(footer) != tail_of(thrift):
        raise FormError(f"the {flat.name} does not lead back to the Thrift footer byte for byte")
    wrong = [question for question, verdict in answers.items() if verdict == DIFFERENT]
    if wrong:
        asked = ", ".join(wrong)
        raise FormError(f"the {flat.name} answers otherwise than the Thrift does: {asked}")
