"""`inlay.open`: a file of any form, which answers the same questions whatever its form is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from inlay.containers import Finding
from inlay.files.source import Source
from inlay.footer.footer import Footer
from inlay.footer.form import Form
from inlay.footer.read import read_footer
from parquet_format.parquet import FileMetaData


@dataclass(frozen=True)
class ParquetFile:
    """The footer of a file; data is read by `inlay.read_table`."""

    tail: Footer

    @property
    def form(self) -> Form:
        """What the footer is made of: `thrift`, `private`, `migration`, `final`, `encrypted`, `arrow-prototype`."""
        return self.tail.form

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the footers of the file, if it can be read nevertheless: a FlatBuffer that is not
        used, a Thrift footer that is not what the FlatBuffer vouches for."""
        return findings_of(self.tail)

    @property
    def flatbuffer(self) -> FlatFooter | None:
        """The root of the FlatBuffers footer, whose CRCs and verifier agree; None for a file without one.

        It is decoded as it is touched and not converted, so one column of many costs what one column costs.
        The class tells the schema: `parquet_format.footer_v0` in a private file, `parquet_format.footer` in
        migration and final ones, `parquet_format.footer_prototype` in those of Arrow's prototype.
        """
        return self.tail.flatbuffer

    @cached_property
    def metadata(self) -> FileMetaData:
        """The metadata in Thrift's classes: the Thrift footer, or what the FlatBuffer stands for where the file
        has no Thrift footer or one that is damaged; then `findings` say so. All of it is checked at once, and what is
        touched is decoded, so one column of many costs what one column costs.

        Raises DecodeError for a Thrift footer that is damaged and has no FlatBuffer beside it, ConversionError for a
        FlatBuffer that Thrift cannot express.
        """
        return FileMetaData.decode(vouched(self.tail).thrift, lazy=True)


def open_file(source: Source) -> ParquetFile:
    """Reads the footer of a local path or of a binary file object; data is not touched.

    Raises FooterError for a file that is damaged or not Parquet, OSError for one that cannot be read.
    """
    return ParquetFile(read_footer(source))
