"""The end of a file whose only footer is in a design with a magic of its own.

    data | footer | magic

The design answers the questions. What else is asked is answered by the Thrift that the footer was made from, or, of one that
does not lead back to it, by the Thrift that says as much as it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from inlay.footers.conversion import EditScriptError
from inlay.footers.designs.design import FooterDesign, NotCarriedError
from inlay.footers.designs.fetch import Range
from inlay.footers.designs.fetch_again import fetch_beside
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.in_use import list_used_designs
from inlay.footers.designs.long_footer import LongFooter
from inlay.footers.footer.end_pieces import EndPiece, Role
from inlay.footers.footer.errors import COPY_AGAIN, FooterError
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.footer_end import FooterEnd, FoundEnd
from inlay.footers.footer.form import Form
from inlay.footers.footer.found_tail import FoundTail
from inlay.footers.footer.magic import PLAIN
from inlay.footers.footer.vouched import Vouched
from inlay.ground.files.source import is_file, read_at
from inlay.ground.free_memory import give_back
from inlay.ground.refusals import FormError
from inlay_runtime.errors import DecodeError, InvalidValueError
from inlay_runtime.finding import Finding

if TYPE_CHECKING:
    from inlay.footers.designs.fetch import Fetch
    from inlay.ground.files.source import Seekable


_REWRITE = "write the file again with the program that wrote it, with a Thrift footer"


class AloneEnd(FooterEnd):
    """Of any design that has a magic; `form` is what files in it are called."""

    is_thrift = False
    has_thrift = False
    is_converted = True
    is_rearranged = False
    is_reverted = True
    then = ""
    way_back = "inlay footer convert --design thrift"

    def __init__(self, design: type[FooterDesign], form: Form = Form.OTHER) -> None:
        self._design = design
        self._form = form

    @property
    def design(self) -> type[FooterDesign]:
        return self._design

    @property
    def options(self) -> frozenset[str]:
        return self.design.options

    def form_of(self, footer: Footer) -> Form:
        return self._form

    def name_of(self, footer: Footer) -> str:
        return self.design.name

    def read(self, last: FoundTail) -> Footer:
        """All of it, where the file was opened by somebody else, who may close it; else no more than is asked for."""
        source, name, file, size, tail = last
        magic = self.design.magic
        try:
            offset = self.design.find_start(tail, size)
            if not len(PLAIN) <= offset <= size - len(magic):
                raise InvalidValueError(
                    f"the footer is said to begin at {offset}", size - len(magic)
                )
        except DecodeError as error:
            raise _explain(name, error) from error
        length = size - offset
        if length > len(tail) and not is_file(source):
            return LongFooter.ending_in(tail, name, size, offset, last.head, source)
        data = tail[-length:] if length <= len(tail) else read_at(file, offset, length)
        return Footer(name, size, offset, data, magic, last.head, source)

    def tail(self, footer: Footer) -> bytes:
        return footer.data

    def length(self, footer: Footer) -> int:
        return footer.file_size - footer.offset

    def loaded_tail(self, footer: Footer) -> bytes:
        return footer.loaded if isinstance(footer, LongFooter) else footer.data

    def thrift(self, footer: Footer) -> bytes:
        return footer.vouched.thrift

    def is_derived(self, footer: Footer) -> bool:
        return True

    def vouch(self, footer: Footer) -> Vouched:
        """To the byte, where CRCs say that it leads back; else one that says what it says."""
        try:
            opened = self._open(footer, fetch_from(footer.data, footer.offset))
            thrift = opened.thrift() if opened.is_protected else opened.equivalent_thrift()
        except DecodeError as error:
            raise _explain(footer.path, error) from error
        except (NotCarriedError, EditScriptError) as error:
            what = f"its {self.design.name} footer does not lead to Thrift: {error}"
            raise FooterError(footer.path, footer.offset, what, _REWRITE, "not-carried") from error
        del opened
        give_back(len(thrift))
        return Vouched(thrift, footer.offset, is_derived=True)

    def restore(self, footer: Footer) -> bytes:
        if not self.is_protected(footer):
            raise FormError(
                f"nothing in the {self.design.name} footer says that it leads back to its Thrift footer: it has no CRCs of its own"
            )
        return footer.thrift

    def open(self, footer: Footer) -> FooterDesign:
        """What was not read with the end of the file is fetched when it is needed."""
        loaded = self.loaded_tail(footer)
        place = Range(footer.file_size - len(loaded), len(loaded))
        return self._open(footer, fetch_beside(footer, place, loaded))

    def origin(self, footer: Footer) -> int:
        return 0

    def is_protected(self, footer: Footer) -> bool:
        """By the design's own CRCs: the published ones have none, and a module of ours has."""
        try:
            return self.open(footer).is_protected
        except DecodeError as error:
            raise _explain(footer.path, error) from error

    def content(self, footer: Footer) -> list[EndPiece]:
        behind = sum(piece.length for piece in self.behind(footer, 0))
        size = self.length(footer) - behind - len(self.design.magic)
        return [EndPiece(size, f"{self.design.name} footer", Role.DESIGN)]

    def behind(self, footer: Footer, size: int) -> list[EndPiece]:
        return list(self.design.frame_pieces())

    def search(self, file: Seekable, data: bytes, base: int) -> Iterator[FoundEnd]:
        for size, frame in self.design.search(data, base):
            yield FoundEnd(base + size, frame, f"{self.design.name.capitalize()} footer", None)

    def check(self, footer: Footer) -> list[Finding]:
        """The page indexes in it. All else goes into the Thrift that is checked."""
        findings: list[Finding] = []
        for column in range(footer.num_columns):
            for row_group in range(footer.num_row_groups):
                try:
                    footer.page_index(column, row_group)
                except FooterError as error:
                    at = f"row_groups[{row_group}].columns[{column}]"
                    finding = Finding("page-index", error.offset, error.what, at, error.hint)
                    findings.append(finding)
                except NotCarriedError:
                    continue
        return findings

    def _open(self, footer: Footer, fetch: Fetch) -> FooterDesign:
        return self.design.open(fetch, Range(footer.offset, footer.file_size - footer.offset))


def _explain(path: str, error: DecodeError) -> FooterError:
    what = f"{error.path}: {error.reason}" if error.path else error.reason
    return FooterError(path, error.offset, what, COPY_AGAIN, "decode")


@cache
def list_used_ends() -> list[AloneEnd]:
    """Of designs with a magic that do not come with Inlay, and that the local user says are used here."""
    return [AloneEnd(design) for design in list_used_designs() if design.magic]
