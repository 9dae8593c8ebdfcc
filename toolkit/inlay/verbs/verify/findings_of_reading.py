"""What reading a file says of it, by code: `inlay.open`, `inlay ext verify`, `inlay encoding verify`. A test asks the source whether any is missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

NO_FOOTER: Final[Mapping[str, str]] = {
    "empty": "the file has no byte",
    "short": "the file has fewer bytes than the smallest one of its form",
    "not-parquet": "the file neither begins nor ends as a Parquet file does",
    "cut-off": "the file begins as a Parquet file does, and its tail is missing",
    "appended": "bytes follow the end of a Parquet file",
    "no-length": "a magic stands where the length of the footer should be",
    "length": "the length of the footer does not fit the file, is 0, or is more than is read",
    "decode": "the bytes of the footer are not the struct that the magic promises",
    "encrypted": "the footer needs a key",
    "draft": "the file ends in the magic of a draft that this version does not read",
    "flags": "a PARX footer has flags that this version does not know",
    "size-crc": "the size of a FlatBuffers footer does not match its CRC",
    "bounds": "the size of a FlatBuffers footer does not fit the file",
    "data-crc": "the bytes of the footer do not match their CRC",
    "verifier": "the FlatBuffer has offsets that lead astray, or lacks what it must have",
    "not-carried": "a footer that is alone does not say what Thrift has to",
    "column-name": "pyarrow cannot open a file with such a name of a column",
    "changed": "the file is another one than when its footer was read",
    "conversion": "the footer cannot be converted to Thrift",
    "row-count": "a row group that is read says that it has fewer than 0 rows",
    "page-index": "a page index, which the design that is asked for contains, cannot be read",
}
"""Codes of `FooterError`: the file cannot be read."""

FOOTER: Final[Mapping[str, str]] = {
    "thrift-crc": "the Thrift footer is not what the FlatBuffer beside it was made of; the FlatBuffer is read",
    "thrift-damaged": "the Thrift footer cannot be decoded; the FlatBuffer beside it is read",
    "conversion": "the FlatBuffer beside the Thrift footer cannot be converted; the Thrift footer is read",
    "remainder": "what a FlatBuffer has of Thrift beyond its own fields does not fit; the rest is read",
    "size-crc": "the size of the FlatBuffer does not match its CRC; the Thrift footer is read",
    "bounds": "the size of the FlatBuffer does not fit the footer; the Thrift footer is read",
    "data-crc": "the FlatBuffer does not match its CRC; the Thrift footer is read",
    "verifier": "the FlatBuffer has offsets that lead astray; the Thrift footer is read",
    "uuid-near": "a UUID is a few bits away from one that is known; the Thrift footer is read",
    "hidden": "the footer ends as one with an extension does, and no field contains it",
    "wire-type": "a field has another type on the wire than the IDL gives it",
    "flatbuffer": "a FlatBuffers footer cannot be converted, so its extensions are not listed",
}
"""Findings of a footer that is read all the same: `Footer.findings`, `inlay inspect`, `FooterWarning`."""

EXTENSION: Final[Mapping[str, str]] = {
    "unknown": "nobody has told Inlay of the UUID",
    "uuid-near": "the UUID is a few bits away from one that is known",
    "short": "there are fewer bytes than the container needs",
    "size-crc": "the sizes in the trailer do not match their CRC",
    "data-crc": "the content does not match its CRC",
    "bounds": "a size does not fit what it is about",
    "extra": "bytes lie before the content",
    "compressor": "the content is compressed in a way that is not known",
    "ratio": "the content would be larger than its compressed size allows",
    "decompression": "the content cannot be decompressed",
    "envelope": "the envelope of several extensions is damaged",
    "design-head": "the head of a design is damaged",
    "verifier": "the FlatBuffer in it has offsets that lead astray",
    "seal": "the bytes before the seal are not what was sealed, or the seal is damaged",
    "stop": "the last byte of the struct is not 00",
    "hidden": "the struct ends as one with an extension does, and no field contains it",
    "flatbuffer": "a FlatBuffers footer cannot be converted, so its extensions are not listed",
}
"""Findings of extensions: `inlay ext verify`, `ext list`, `inspect`."""

ENCODING: Final[Mapping[str, str]] = {
    "encoding-extension": "what tells of a new encoding is damaged",
    "encoding-trailer": "its trailer is damaged, and the index of pages before that is whole",
    "encoding-bounds": "the new encoding is not before the footer",
    "encoding-values": "it has another number of values than the old one",
    "encoding-pages": "its pages do not follow each other, or do not add up",
    "encoding-unknown": "no encoding of this name is installed and listed; the old one is read",
    "encoding-damaged": "a page of the new encoding is damaged; the old one is read",
    "verifier": "the index of pages has offsets that lead astray",
    "new-encoding": "the pages of the new encoding do not match their CRC",
    "old-encoding": "the pages of the old encoding do not match their CRC",
    "ratified-page": "a page in a ratified encoding is damaged",
}
"""Findings of second encodings: `inlay encoding verify`, and reading their columns."""
