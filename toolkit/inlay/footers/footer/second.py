"""The footer beside or in place of the Thrift of a file, and what makes it credible."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from inlay.footers.containers import Content
    from inlay.footers.containers.design_content import DesignHead
    from inlay.footers.designs.flatbuffers.field import FlatField
    from inlay.footers.footer.form import Form
    from inlay_runtime.finding import Finding
    from parquet_format import footer as v1
    from parquet_format import footer_prototype as prototype
    from parquet_format import footer_v0 as v0

FlatFooter: TypeAlias = "v0.FileMetaData | v1.FileMetaData | prototype.FileMetaData"


class SecondFooter(NamedTuple):
    """What makes a footer one of its `form`: the `root` of the FlatBuffer, `content` where it was found, the `field`
    that carries it in the Thrift, and `thrift_crc`, which it says is that of the plain Thrift. All is None where there
    is not a FlatBuffer, or one that is not used; `findings` then say why. In place of a `root`, a dual footer has the head of
    its `design`.

    `offset` is where the footer begins in the file. Those of `findings` count from the start of the file, those of
    `content` and `field` from that of the footer.
    """

    form: Form
    offset: int
    root: FlatFooter | None = None
    content: Content | None = None
    field: FlatField | None = None
    thrift_crc: int | None = None
    findings: tuple[Finding, ...] = ()
    design: DesignHead | None = None

    @property
    def name(self) -> str:
        """What lies beside the Thrift, for people."""
        return "FlatBuffers footer" if self.design is None else f"{self.design.name} footer"

    @property
    def trusted_as(self) -> str:
        """As in `inlay footer revert --trust NAME`."""
        return "flatbuffer" if self.design is None else "design"

    @property
    def data(self) -> bytes:
        """The FlatBuffer's bytes, or the content of a design's container."""
        return self.content.data if self.content is not None else b""

    @property
    def agrees(self) -> bool | None:
        """Whether the Thrift is what the FlatBuffer vouches for; None if it does not vouch for any."""
        return None if self.field is None else self.field.agrees


class Derived(NamedTuple):
    """The Thrift that a second footer stands for. `findings` say why the bytes are perhaps not those that it was made from."""

    thrift: bytes
    findings: tuple[Finding, ...] = ()
