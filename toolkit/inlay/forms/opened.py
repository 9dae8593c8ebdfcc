"""`inlay.open`: a file of any form, which answers the same questions whatever its form is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from inlay.containers import Finding
from inlay.footer.source import Source
from inlay.forms.life_cycle import original_thrift
from inlay.forms.tail import Form, Tail, read_tail
from parquet_format.parquet import FileMetaData


@dataclass(frozen=True)
class ParquetFile:
    """The footer of a file; data is read by `inlay.read_table`."""

    tail: Tail

    @property
    def form(self) -> Form:
        return self.tail.form

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the FlatBuffer, if the file has one that is not used."""
        return self.tail.findings

    @cached_property
    def metadata(self) -> FileMetaData:
        """The metadata in Thrift's classes; of a final file, derived from its FlatBuffer."""
        thrift = self.tail.thrift if self.form is not Form.FINAL else original_thrift(self.tail)
        return FileMetaData.decode(thrift)


def open_file(source: Source) -> ParquetFile:
    """Reads the footer of a local path or of a binary file object; data is not touched.

    Raises FooterError for a file that is damaged or not Parquet, OSError for one that cannot be read.
    """
    return ParquetFile(read_tail(source))
