"""Pages without levels as a file of one required column, which pyarrow reads.

It has no logical type, so that what comes back are the physical values, bit for bit, and nothing that an Arrow type would make of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from inlay.footers.footer.trailer import tail_of
from inlay.ground.values.orders import WIDTHS
from inlay.pages.engine.codecs import Bytes, decompress
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    DataPageHeaderV2,
    DictionaryPageHeader,
    Encoding,
    FieldRepetitionType,
    FileMetaData,
    PageHeader,
    PageType,
    RowGroup,
    SchemaElement,
    Type,
)

if TYPE_CHECKING:
    import pyarrow as pa

_START: Final = b"PAR1"


@dataclass(slots=True)
class DensePage:
    """The values of a page, `size` bytes when they are decompressed, `count` of them; or of a dictionary page. One that has `damage`
    is left out."""

    body: Bytes
    count: int
    encoding: Encoding
    size: int = 0
    is_compressed: bool = False
    damage: str = ""

    def decompress(self, codec: CompressionCodec) -> Bytes:
        """Raises CodecError."""
        return decompress(
            codec if self.is_compressed else CompressionCodec.UNCOMPRESSED, self.body, self.size
        )


@dataclass(slots=True)
class DenseDictionary(DensePage):
    """What is made of it is kept, for each run of pages needs it."""

    plain: Bytes | None = None
    """Decompressed."""

    entries: pa.Array[Any] | None = None
    """Byte arrays, decoded."""

    numbers: Bytes | None = None
    """Those of its entries, as 32 bits."""

    is_large: bool = False
    """Whether nothing else is held of it, as it lies in the file neither: then pyarrow is not shown it."""

    def open(self, codec: CompressionCodec) -> Bytes:
        """Raises CodecError."""
        if self.plain is None:
            self.plain = self.decompress(codec)
        return self.plain


def build_required_file(
    type_: Type,
    codec: CompressionCodec,
    type_length: int | None,
    dictionary: DensePage | None,
    pages: Sequence[DensePage],
) -> bytes:
    """`type_length` are the bytes of a FIXED_LEN_BYTE_ARRAY; the pages that are compressed are so by `codec`."""
    parts: list[Bytes] = [_START]
    if dictionary is not None:
        parts += [_dictionary_header(dictionary), dictionary.body]
    data_at = sum(map(len, parts))
    for page in pages:
        parts += [_data_header(page), page.body]
    size = sum(map(len, parts)) - len(_START)
    rows = sum(page.count for page in pages)
    column = ColumnMetaData(
        type=_physical(type_),
        encodings=[Encoding.PLAIN],
        path_in_schema=["values"],
        codec=codec,
        num_values=rows,
        total_uncompressed_size=size,
        total_compressed_size=size,
        data_page_offset=data_at,
        dictionary_page_offset=len(_START) if dictionary is not None else None,
    )
    parts.append(_tail(column, _element(type_, type_length)))
    return b"".join(parts)


def _tail(column: ColumnMetaData, element: SchemaElement) -> bytes:
    rows, size = column.num_values, column.total_compressed_size
    group = RowGroup(
        columns=[ColumnChunk(file_offset=0, meta_data=column)], total_byte_size=size, num_rows=rows
    )
    schema = [SchemaElement(name="schema", num_children=1), element]
    footer = FileMetaData(version=2, schema=schema, num_rows=rows, row_groups=[group])
    return tail_of(footer.encode())


def _element(type_: Type, length: int | None) -> SchemaElement:
    """Without annotation, so that values come as they are stored; of INT96 pyarrow would make timestamps of fewer bits."""
    if type_ == Type.INT96:
        length = WIDTHS[Type.INT96]
    physical = _physical(type_)
    return SchemaElement(
        name="values",
        type=physical,
        type_length=length if physical == Type.FIXED_LEN_BYTE_ARRAY else None,
        repetition_type=FieldRepetitionType.REQUIRED,
    )


def _physical(type_: Type) -> Type:
    return Type.FIXED_LEN_BYTE_ARRAY if type_ == Type.INT96 else type_


def _dictionary_header(page: DensePage) -> bytes:
    return PageHeader(
        type=PageType.DICTIONARY_PAGE,
        uncompressed_page_size=page.size if page.is_compressed else len(page.body),
        compressed_page_size=len(page.body),
        dictionary_page_header=DictionaryPageHeader(num_values=page.count, encoding=Encoding.PLAIN),
    ).encode()


def _data_header(page: DensePage) -> bytes:
    return _encode_header(
        page.size, len(page.body), page.count, page.encoding, is_compressed=page.is_compressed
    )


@lru_cache(maxsize=256)
def _encode_header(
    size: int, packed: int, count: int, encoding: Encoding, *, is_compressed: bool
) -> bytes:
    return PageHeader(
        type=PageType.DATA_PAGE_V2,
        uncompressed_page_size=size,
        compressed_page_size=packed,
        data_page_header_v2=DataPageHeaderV2(
            num_values=count,
            num_nulls=0,
            num_rows=count,
            encoding=encoding,
            definition_levels_byte_length=0,
            repetition_levels_byte_length=0,
            is_compressed=is_compressed,
        ),
    ).encode()
