"""The footer of a Parquet file in any form, made from one read of the end of the file.

It holds the bytes as they lie in the file. Everything else is computed when it is first asked for: which form that is,
the FlatBuffer in it, which of two footers is read, the metadata in Thrift's classes.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, Self

from inlay.footers.footer.errors import COPY_AGAIN, EncryptedFooterError, FooterError
from inlay.footers.footer.footer_answers import FooterAnswers
from inlay.footers.footer.form import Form
from inlay.footers.footer.known_ends import (
    find_end,
    find_hinting_end,
    find_opened_end,
    find_plain_end,
    open_questions,
)
from inlay.footers.footer.magic import ENCRYPTED, PLAIN
from inlay.footers.footer.trailer import SIGNATURE, TRAILER, hints_at_flatbuffer
from inlay.ground.files.nothing_open import NothingOpen
from inlay.ground.files.source import Source, open_source
from inlay.ground.missing import explain_missing
from inlay_runtime.errors import DecodeError
from inlay_runtime.frozen import Frozen
from inlay_runtime.public_home import public_in
from parquet_format.parquet import FileCryptoMetaData, FileMetaData

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    import pyarrow as pa

    from inlay.footers.containers import Registry
    from inlay.footers.designs.questions import FooterQuestions
    from inlay.footers.extensions.struct_bytes import StructBytes
    from inlay.footers.footer.footer_end import FooterEnd
    from inlay.footers.footer.second import FlatFooter, SecondFooter
    from inlay.footers.footer.vouched import Vouched
    from inlay.ground.documents.values import Json
    from inlay_runtime.finding import Finding
    from parquet_format.parquet import RowGroup

INSIDE: Final = frozenset(
    """
    ciphertext crypto end frame head is_sealed magic plain root second signature source struct tail vouched
    """.split()
)
"""Members for the house: no promise, and nobody is offered them."""


@public_in("inlay")
class Footer(FooterAnswers, NothingOpen, Frozen):
    """The footer of a file, of whatever form; `inlay.open` gives it. What is asked of it is read and checked when it is asked.
    No file stays open for it: `with inlay.open(path) as footer:` works, and closes nothing.

    `data` is the footer as it lies in the file: from `offset` to its length field, or to the CRCs of a final one. Of
    a modular one it is everything to the end of the file, for what stands there is part of the design.

    `head` is what the file begins with, empty where the read of the end did not reach back to it: nothing depends on
    that magic, so it is not worth a read of its own. `source` is what it was read from; that is read again only to say
    what is wrong with a footer that cannot be decoded. `frame` is what else its design says at the end of the file.
    """

    path: str
    file_size: int
    offset: int
    data: bytes
    magic: bytes = PLAIN
    head: bytes = b""
    source: Source | None = None
    frame: Hashable | None = None

    @classmethod
    def plain(cls, path: str, file_size: int, data: bytes) -> Footer:
        """The footer of a file that ends in `PAR1`, where it is known that nothing in `data` hints at a FlatBuffer.

        It is equal to one that is made as usual, in a third of the time: a scan makes one for each file.
        """
        footer = cls.__new__(cls)
        footer.__dict__.update(
            path=path,
            file_size=file_size,
            offset=file_size - TRAILER - len(data),
            data=data,
            _first_end=find_plain_end(),
            end=find_plain_end(),
        )
        return footer

    @cached_property
    def _first_end(self) -> FooterEnd:
        """Before anything of the footer was looked into."""
        if self.magic == PLAIN and self.frame is not None:
            return find_opened_end()
        if self.magic == PLAIN and hints_at_flatbuffer(self.data):
            return find_hinting_end()
        end = find_end(self.magic)
        assert end is not None  # whoever read the file asked for it
        return end

    @cached_property
    def end(self) -> FooterEnd:
        """How the file ends, which everything that depends on the design of its footer is asked of. Raises FooterError."""
        return self._first_end.settle(self)

    @property
    def form(self) -> Form:
        """What the footer is made of."""
        return self.end.form_of(self)

    @property
    def is_encrypted(self) -> bool:
        """Whether only a key opens the metadata."""
        return self._first_end.is_encrypted(self)

    @property
    def is_sealed(self) -> bool:
        """Whether the metadata is encrypted in the file, opened or not."""
        return self.is_encrypted or self.magic == ENCRYPTED

    @cached_property
    def second(self) -> SecondFooter:
        """The footer beside the Thrift, or in place of it, and all that belongs to it, offsets counted from the start of the footer.

        Raises FooterError for a final footer that the verifier refuses.
        """
        return self._first_end.second(self)

    @property
    def flatbuffer(self) -> FlatFooter | None:
        """The root of the FlatBuffers footer, whose CRCs and verifier agree; None for a file without one.

        It is decoded as it is touched and not converted, so one column of many costs what one column costs.
        The class tells the schema: `parquet_format.footer_v0` in a private file, `parquet_format.footer` in
        migration and final ones, `parquet_format.footer_prototype` in those of Arrow's prototype.
        """
        return self.second.root

    @cached_property
    def vouched(self) -> Vouched:
        """The footer that is read, in Thrift's terms. Raises ConversionError where there is nothing but a FlatBuffer
        that Thrift cannot express, FooterError where there is nothing but a design that does not lead to Thrift.
        """
        return self._first_end.vouch(self)

    @property
    def thrift(self) -> bytes:
        """The footer that is read in the bytes of Thrift: as it lies in the file or, where it `is_derived`, made from
        another one. Of an encrypted file, what stands there instead. Raises what `vouched` does.
        """
        return self._first_end.thrift(self)

    @property
    def is_derived(self) -> bool:
        """Whether `thrift` is made from something else, so that its offsets say nothing of the file."""
        return self._first_end.is_derived(self)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the footers of a file that can be read nevertheless: a FlatBuffer that is not used, a
        Thrift footer that is not what the FlatBuffer vouches for. Raises FooterError."""
        return self._first_end.find(self)

    @cached_property
    def metadata(self) -> FileMetaData:
        """The metadata in Thrift's classes, from the footer that is read. All of it is checked at once, and what is
        touched is decoded, so one column of many costs what one column costs.

        Raises EncryptedFooterError where only a key opens it, FooterError with what to try where it is damaged and no
        FlatBuffer stands in for it, and what `vouch` does.
        """
        if self.is_encrypted:
            raise EncryptedFooterError(self.path, self.offset)
        try:
            return FileMetaData.decode(self.thrift)
        except DecodeError as error:
            if self.is_derived:
                excuse = self.end.excuse(self)
                what = f"its {self.end.derived_from(self)} does not convert to a FileMetaData: {error.unplaced}{excuse}"
                raise FooterError(self.path, self.offset, what, COPY_AGAIN, "decode") from error
            raise self._explain(error) from error

    @property
    def num_rows(self) -> int:
        """Rows of the file. Raises what `metadata` does, as the next ones do."""
        return self.metadata.num_rows

    @property
    def row_groups(self) -> list[RowGroup]:
        """The row groups, decoded as they are touched."""
        return self.metadata.row_groups

    @property
    def num_row_groups(self) -> int:
        """How many row groups there are."""
        return len(self.row_groups)

    @property
    def num_columns(self) -> int:
        """How many columns hold values: the leaves of the schema, as pyarrow counts them."""
        from inlay.ground.schema.tree import SchemaTree

        return len(SchemaTree(self.metadata.schema).leaves)

    @cached_property
    def schema_arrow(self) -> pa.Schema:
        """The schema as pyarrow reads it from a Thrift footer; a Variant is the struct that it is stored in.

        Raises what `metadata` does, and pyarrow's ArrowInvalid or OSError for a schema that it does not take. Where that is due to the
        copy in the key ARROW:schema, the error says so, and how a file without it is made.
        """
        from inlay.footers.footer.arrow_schema import read_schema

        _ = self.metadata  # whose errors say more
        with explain_missing("Footer.schema_arrow"):
            return read_schema(self.thrift, self.path)

    @cached_property
    def _questions(self) -> FooterQuestions:
        with explain_missing("a question about columns"):
            return open_questions(self)

    def to_dict(self) -> dict[str, Json]:
        """All that the footer says, in plain values, under the keys of `inlay inspect --format json`. Raises what `root` does."""
        from inlay.footers.footer.document import document_of
        from inlay.ground.documents.values import make_encodable

        return {key: make_encodable(value) for key, value in document_of(self).items()}

    def to_json(self) -> str:
        """The same as text, in ASCII. Raises what `root` does."""
        from inlay.footers.footer.document import document_of
        from inlay.ground.documents.values import format_json

        return format_json(document_of(self))

    def __getstate__(self) -> dict[str, object]:
        """What a pickle has: docs/forms.md. Raises OSError where the bytes of a footer are yet to be read, and cannot be."""
        from inlay.footers.footer.copies import state_to_send

        return state_to_send(self)

    def __copy__(self) -> Self:
        """It shares all that was computed."""
        return self._with_fields(vars(self))

    def __deepcopy__(self, _memo: object) -> Self:
        """It shares the bytes, which never change, and the source, whatever that is. All else is computed anew."""
        fields = vars(self)
        return self._with_fields({name: fields[name] for name in self._names & fields.keys()})

    @classmethod
    def _with_fields(cls, fields: Mapping[str, object]) -> Self:
        footer = cls.__new__(cls)
        footer.__dict__.update(fields)
        return footer

    def _values(self) -> tuple[object, ...]:
        """What makes two of them equal: not what they were read from."""
        return self.path, self.file_size, self.offset, self.data, self.magic, self.head, self.frame

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            if hasattr(type(self), name):  # it is there, and failed: its own error again
                return object.__getattribute__(self, name)
            from inlay.ground.hidden_names import refuse_attribute

            raise refuse_attribute(self, name)

    def __dir__(self) -> list[str]:
        """What is offered to whoever completes a name."""
        return sorted({*super().__dir__()} - INSIDE)

    def __repr__(self) -> str:
        from inlay.footers.footer.repr_of_footer import line_of

        return line_of(self)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from inlay.footers.footer.repr_of_footer import table_of

        return table_of(self)

    @cached_property
    def crypto(self) -> FileCryptoMetaData | None:
        """How the metadata of an encrypted file is encrypted, opened or not; None for others. Raises FooterError."""
        return self._crypto[0] if self._crypto is not None else None

    @cached_property
    def ciphertext(self) -> bytes:
        """The metadata of an encrypted file; empty for others. Raises FooterError."""
        return self.data[self._crypto[1] :] if self._crypto is not None else b""

    @property
    def root(self) -> FileMetaData | FileCryptoMetaData:
        """The struct that the footer begins with. Raises what `metadata` does, but for encryption."""
        return (self.crypto if self.is_encrypted else None) or self.metadata

    @property
    def signature(self) -> bytes:
        """Nonce and tag behind the struct of a plaintext footer that is signed. Raises what `metadata` does, but for
        encryption."""
        if self.is_encrypted:
            return b""
        remainder = self.metadata.remainder
        trailing = remainder.trailing if remainder is not None else b""
        is_signed = self.metadata.encryption_algorithm is not None and len(trailing) == SIGNATURE
        return trailing if is_signed else b""

    def struct(self, registry: Registry | None = None) -> StructBytes:
        """The bytes of the footer that is read, in which extensions are looked for and edited. Without a registry, the UUIDs
        that Inlay knows."""
        from inlay.footers.containers import REGISTRY
        from inlay.footers.extensions.shapes import shape_of
        from inlay.footers.extensions.struct_bytes import StructBytes

        shape = shape_of(FileCryptoMetaData if self.is_encrypted else FileMetaData)
        return StructBytes(
            self.thrift, self.offset, shape, REGISTRY if registry is None else registry
        )

    def validate(self) -> Footer:
        """Decodes the struct that the footer begins with; gives the same footer. Raises what `root` does."""
        _ = self.root
        return self

    def tail(self) -> bytes:
        """The end of the file as it is, from the first byte of the footer on."""
        return self._first_end.tail(self)

    @cached_property
    def _crypto(self) -> tuple[FileCryptoMetaData, int] | None:
        if not self.is_sealed:
            return None
        try:
            return FileCryptoMetaData.decode_from(self.data)
        except DecodeError as error:
            raise self._explain(error) from error

    def _explain(self, error: DecodeError) -> FooterError:
        from inlay.footers.footer.diagnose import explain_decode

        if self.source is None:
            return explain_decode(self, None, error)
        try:
            with open_source(self.source) as file:
                return explain_decode(self, file, error)
        except (OSError, ValueError):  # it is gone, or closed
            return explain_decode(self, None, error)
