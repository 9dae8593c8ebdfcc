"""How a file ends: which footer is read, and what stands around it. Each design of a footer has one class of these in its
folder of `inlay.footers.designs`, and nothing outside of that folder asks which design a file has.

What is here holds of a plain Thrift footer, `inlay.footers.designs.thrift.end`. Others say where they differ.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from inlay.footers.footer.form import Form
from inlay.footers.footer.magic import ENCRYPTED, PLAIN
from inlay.footers.footer.trailer import tail_of

if TYPE_CHECKING:
    from inlay.footers.designs.design import FooterDesign
    from inlay.footers.footer.end_pieces import EndPiece
    from inlay.footers.footer.footer import Footer
    from inlay.footers.footer.found_tail import FoundTail
    from inlay.footers.footer.second import Derived, SecondFooter
    from inlay.footers.footer.vouched import Vouched
    from inlay.ground.files.source import Seekable
    from inlay_runtime.finding import Finding


class FoundEnd(NamedTuple):
    """A footer whose end was lost: the file ends in it once its first `size` bytes have `tail` behind them.

    `is_vouched` says that a CRC agrees; None where a reader has to say so. `reason` says to people why it is one.
    """

    size: int
    tail: bytes
    reason: str
    is_vouched: bool | None


class FooterEnd(ABC):
    """One object serves all files that end so. What is asked of it is asked of the footer of one."""

    form: ClassVar[Form] = Form.THRIFT
    magic: ClassVar[bytes] = PLAIN
    """What such a file ends in."""

    head: ClassVar[bytes] = PLAIN
    """What it begins with."""

    is_thrift: ClassVar[bool] = True
    """Whether the bytes of the footer are Thrift."""

    has_thrift: ClassVar[bool] = True
    """Whether readers of Thrift find their footer at its end."""

    is_converted: ClassVar[bool] = False
    """Whether `inlay footer convert` leads to it and back: it has no footer for other readers, and needs none."""

    has_flatbuffer: ClassVar[bool] = False
    """Whether a FlatBuffer of ours stands in it, and holds what stood in the slot of the Thrift."""

    vouches_for_thrift: ClassVar[bool] = False
    """Whether a footer inside of the Thrift is read where the Thrift is not what it says."""

    has_inner_slot: ClassVar[bool] = False
    """Whether that FlatBuffer has a slot for extensions."""

    is_rearranged: ClassVar[bool] = True
    """Whether new files are made of row groups and columns of such a file as it is."""

    is_reverted: ClassVar[bool] = False
    """Whether `inlay footer revert` leads from here to a plain Thrift footer."""

    then: ClassVar[str] = "`inlay footer add` is next"
    """What leads on from here, for who tried another step."""

    way_back: ClassVar[str] = "inlay footer revert"
    """The command that gives a file its plain Thrift footer again."""

    root_path: ClassVar[str] = ""
    """What the FileMetaData of the footer that is read is called, in paths of extensions."""

    @property
    def design(self) -> type[FooterDesign] | None:
        """What builds the footer from a file, and answers for it; None where the footer is made of Thrift alone."""
        return None

    @property
    def options(self) -> frozenset[str]:
        """Of that conversion, as `inlay.verbs.set.convert_footer` has them."""
        return frozenset()

    @property
    def changes_head(self) -> bool:
        """Whether a conversion from or to it changes the first bytes of the file, too."""
        return self.is_converted and self.head != PLAIN

    @property
    def ends_in(self) -> str:
        """The magic, for people."""
        magic = self.magic if self.design is None else self.design.magic
        return magic.decode("ascii", "backslashreplace")

    @property
    def design_name(self) -> str:
        """As in `inlay footer convert --design NAME`."""
        return self.form.value if self.design is None else self.design.name

    def read(self, last: FoundTail) -> Footer:
        """The footer of a file that ends in the magic of this design. Raises FooterError where it does not lead to one."""
        from inlay.footers.footer.read import read_footer

        return read_footer(last.source, last.name)

    def settle(self, footer: Footer) -> FooterEnd:
        """The end that it turns out to be, once the footer has been looked into. Raises FooterError."""
        return self

    def form_of(self, footer: Footer) -> Form:
        return self.form

    def name_of(self, footer: Footer) -> str:
        """What people and JSON call the design."""
        return self.form_of(footer).value

    def is_encrypted(self, footer: Footer) -> bool:
        """Whether only a key opens the metadata."""
        return False

    def length(self, footer: Footer) -> int:
        """Bytes of the footer, with what its design has at the end of the file in place of a length."""
        return len(footer.data)

    def own_thrift(self, footer: Footer) -> bytes:
        """The Thrift as it lies in the file, extension included; empty where there is none."""
        return footer.data if self.is_thrift else b""

    def plain_thrift(self, footer: Footer) -> bytes:
        """The same without the field that carries a second footer."""
        return self.own_thrift(footer)

    def second(self, footer: Footer) -> SecondFooter:
        """What is known of a footer beside the Thrift, or in place of it. Raises FooterError."""
        # Only now, here and below: most files are opened without it.
        from inlay.footers.footer.second import SecondFooter

        return SecondFooter(self.form_of(footer), footer.offset)

    def vouch(self, footer: Footer) -> Vouched:
        """The footer that is read, in Thrift's terms. Raises what `Footer.vouched` does."""
        from inlay.footers.footer.vouched import Vouched

        return Vouched(footer.data, footer.offset)

    def thrift(self, footer: Footer) -> bytes:
        """What `vouch` gives, where that takes more than to look at the bytes. Raises what it does."""
        return footer.data

    def is_derived(self, footer: Footer) -> bool:
        """Whether the footer that is read lies nowhere in the file as Thrift."""
        return False

    def find(self, footer: Footer) -> tuple[Finding, ...]:
        """What is wrong with the footers of a file that is read nevertheless. Raises FooterError."""
        return ()

    def derived_from(self, footer: Footer) -> str:
        """What a derived footer is made from, for people."""
        return f"{self.name_of(footer)} footer"

    def excuse(self, footer: Footer) -> str:
        """Why a footer whose CRC agrees may not be read here; empty where nothing says so."""
        return ""

    def tail(self, footer: Footer) -> bytes:
        """The end of the file as it is, from the first byte of the footer on."""
        return tail_of(footer.data, footer.magic)

    def loaded_tail(self, footer: Footer) -> bytes:
        """What of that was read already: all of it, unless the design is read by parts."""
        return self.tail(footer)

    @abstractmethod
    def open(self, footer: Footer) -> FooterDesign:
        """What answers questions about columns. Raises DecodeError, whose offsets count from `origin`."""

    def origin(self, footer: Footer) -> int:
        """Where the offsets of errors count from: the start of the footer, unless answers know their place in the file."""
        return footer.offset

    def is_protected(self, footer: Footer) -> bool | None:
        """Whether CRCs vouch for what is read; None where the design leaves that to extensions. Raises FooterError."""
        return None

    def pieces(self, footer: Footer) -> list[EndPiece]:
        """The end of the file, piece by piece, from the first byte of the footer to the last one of the magic."""
        from inlay.footers.footer.end_pieces import EndPiece, Role, place_pieces

        content = self.content(footer)
        size = sum(piece.length for piece in content)
        magic = EndPiece(len(footer.magic), self.ends_in, Role.MAGIC)
        return place_pieces([*content, *self.behind(footer, size), magic], footer.offset)

    @abstractmethod
    def content(self, footer: Footer) -> list[EndPiece]:
        """The footer itself."""

    def behind(self, footer: Footer, size: int) -> list[EndPiece]:
        """What stands between the footer, which has so many bytes, and the magic."""
        from inlay.footers.footer.end_pieces import EndPiece, Role

        return [EndPiece(4, "length of the footer", Role.LENGTH, "length", size)]

    def restore_exactly(self, second: SecondFooter) -> bytes:
        """The Thrift bytes that a second footer was made from, whatever the Thrift beside it says.

        Raises ConversionError, DecodeError and EditScriptError where they cannot be had, FormError where there is no such footer.
        """
        from inlay.ground.refusals import FormError

        raise FormError(f"a file of the form {second.form.value} has no FlatBuffer of ours")

    def derive(self, second: SecondFooter) -> Derived:
        """The same, or all that it says without the very bytes. Raises what `restore_exactly` does, where that is not enough."""
        from inlay.footers.footer.second import Derived

        return Derived(self.restore_exactly(second))

    def restore(self, footer: Footer) -> bytes:
        """The Thrift footer of the plain file. Raises FormError where it does not come back to the byte."""
        return footer.data

    def build(self, original: bytes, *, sealed: bool = True) -> bytes:
        """The end of a file that stands for this Thrift footer of a plain file, not proved; of a design that is built from a
        whole file, that of the plain one. `sealed` has a FlatBuffer vouch for the Thrift. Raises FormError where the design
        cannot say what that does."""
        return tail_of(original)

    def convert(self, footer: Footer, original: bytes, options: Mapping[str, object]) -> bytes:
        """The end of the file, where that is made of its Thrift footer alone. Raises ConversionError."""
        return tail_of(original, ENCRYPTED if footer.is_encrypted else PLAIN)

    def rewrites_thrift(self, options: Mapping[str, object]) -> bool:
        """Whether a conversion changes bytes that a signature may protect."""
        return True

    def frame(self, content: bytes) -> bytes:
        """The end of a file around the content of its footer."""
        return tail_of(content, self.magic)

    def search(self, file: Seekable, data: bytes, base: int) -> Iterator[FoundEnd]:
        """Footers in this design that have lost their end. `data` is the end of the file, from `base` on."""
        return iter(())

    def check(self, footer: Footer) -> list[Finding]:
        """What is wrong with the design itself, beyond what its Thrift says. Raises FooterError."""
        return []
