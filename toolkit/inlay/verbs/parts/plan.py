"""What every verb comes down to: the new file as its footer describes it, and what of the sources is not in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field

from inlay.changes.life_cycle.steps import build_tail
from inlay.footers.footer.form import Form
from inlay.pages.engine.encoded_footer import encode_footer, encode_in_pieces
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.packed_body import decode
from inlay.pages.engine.thrift_file import ThriftFile, renew_tail
from inlay.verbs.parts.encrypted_result import EncryptedResult
from inlay.verbs.parts.planned_groups import PlannedGroups
from parquet_format.parquet import FileMetaData


@dataclass(frozen=True, slots=True)
class PartsPlan:
    """`metadata` is of the new file, and without row groups, which are decoded one source at a time; `leaves` are of its schema.

    `notes` has a sentence for everything that does not come along, or not as it was. `longer` are the sources whose chunks
    may be longer than they say, so that their pages have to be walked. `design` names what a dual file has beside its Thrift.
    `encryption` is that of the sources.
    """

    metadata: FileMetaData
    leaves: Sequence[Leaf]
    row_groups: PlannedGroups
    form: Form
    notes: list[str] = field(default_factory=list[str])
    longer: Set[ThriftFile] = frozenset()
    design: str = ""
    encryption: EncryptedResult | None = None

    def encode(self, row_groups: Iterable[bytes], footer: int) -> bytes:
        """The Thrift footer of a file with these encoded row groups, whose body ends at `footer`."""
        return renew_tail(encode_footer(self.metadata, row_groups, len(self.row_groups)), footer)

    @property
    def has_plain_end(self) -> bool:
        """Whether nothing in the new file depends on the bytes of its footer."""
        return self.form.is_plain and self.metadata.extension is None and self.encryption is None

    def encode_in_pieces(self, row_groups: Iterable[bytes]) -> Iterator[bytes]:
        """The same of a file with a plain end."""
        return encode_in_pieces(self.metadata, row_groups, len(self.row_groups))

    def build_tail(self) -> bytes:
        """The end of the new file, as if nothing had moved. Raises FormError, ConversionError for what a FlatBuffer cannot
        carry; CannotIndexError."""
        row_groups = (decode(group)[0].encode() for group in self.row_groups())
        return build_tail(self.form, self.encode(row_groups, 0))

    def require_form(self) -> None:
        """Raises what `build_tail` raises, and takes no time where nothing can be wrong."""
        if not self.form.is_plain or self.metadata.extension is not None:
            self.build_tail()
