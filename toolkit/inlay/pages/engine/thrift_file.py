"""A file of any form as a body and a Thrift footer, which is what can be rearranged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from inlay.changes.life_cycle.plan_footer import refuse_protected
from inlay.changes.life_cycle.steps import build_tail, restore_thrift
from inlay.footers.containers import ENVELOPE, SEAL
from inlay.footers.extensions.budget import require_size
from inlay.footers.extensions.renew import may_depend, renew_entries
from inlay.footers.extensions.struct_bytes import DamagedError
from inlay.footers.footer import Footer, Form, read_footer
from inlay.footers.footer.trailer import TRAILER, trailer_of
from inlay.ground.files.source import Seekable
from inlay.ground.refusals import BOUND, CLOSED, FormError, RefusedError
from inlay.pages.engine.encoded_footer import encode_footer, encode_in_pieces
from inlay.pages.engine.errors import name_file_in_errors
from inlay.pages.engine.sink import Sink
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import FileMetaData, RowGroup


@dataclass(frozen=True, slots=True, eq=False)
class ThriftFile:
    """`thrift` is the Thrift footer, without the FlatBuffer that a file of another `form` has; `footer` is where the body
    ends. `design` names what a dual file has beside its Thrift."""

    name: str
    source: Seekable
    thrift: bytes
    footer: int
    form: Form = Form.THRIFT
    design: str = ""
    whole: Footer | None = None
    """All that the file ends with, where that is the Thrift."""

    def metadata(self) -> FileMetaData:
        """Decoded anew each time, to be changed: it takes up no bytes of its own but for what is looked at."""
        return FileMetaData.decode(self.thrift)

    def row_groups(self) -> Iterator[RowGroup]:
        """To be looked at one after the other: what is decoded of one is let go of with it."""
        left = self.metadata().row_groups
        left.reverse()
        while left:
            yield left.pop()

    def append_tail(self, sink: Sink, metadata: FileMetaData) -> int:
        """Ends a new file with this metadata, in the form of this one: seal and index renewed. Returns the bytes of the end.

        Raises what `require_size` and `append_tail` do.
        """
        return self.append_encoded(sink, metadata.encode())

    def append_encoded(self, sink: Sink, encoded: bytes) -> int:
        """The same with metadata that somebody has encoded."""
        body = sink.size
        thrift = renew_tail(encoded, body)
        require_size("the footer", len(thrift), before=len(self.thrift))
        append_tail(sink, thrift, self.form, self.design)
        return sink.size - body

    def append_row_groups(
        self, sink: Sink, metadata: FileMetaData, row_groups: Iterable[bytes], count: int
    ) -> int:
        """The same with `count` row groups that somebody has encoded, and that `metadata` lacks: none is kept, unless something
        depends on the bytes of the footer."""
        if metadata.extension is not None or not self.form.is_plain:
            return self.append_encoded(sink, encode_footer(metadata, row_groups, count))
        body = sink.size
        pieces = encode_in_pieces(metadata, row_groups, count)
        append_in_pieces(sink, pieces, before=len(self.thrift))
        return sink.size - body


def append_in_pieces(sink: Sink, pieces: Iterable[bytes], *, before: int) -> None:
    """Ends a new file with a Thrift footer that is not in memory as a whole; `before` is as of `require_size`, and it raises what that
    does."""
    start = sink.size
    for piece in pieces:
        sink.append(piece)
    size = sink.size - start
    require_size("the footer", size, before=before)
    sink.append(trailer_of(size))


def append_tail(sink: Sink, thrift: bytes, form: Form, design: str = "") -> None:
    """Ends a file of this form with this Thrift footer; of a dual one, with this design beside it, built from what is written.

    Raises FormError, ConversionError for what a FlatBuffer or the design cannot carry, RequestError for a design that is not
    in use here.
    """
    if design:
        # Only now: designs answer by pyarrow.
        from inlay.pages.engine.design_tail import build_design_tail

        written = sink.written
        tail = build_design_tail(design, thrift, sink.size, written)
        written.seek(sink.size)
        sink.append(tail)
    elif form.is_plain:
        sink.append(thrift)  # which may be long, and is not copied
        sink.append(trailer_of(len(thrift)))
    else:
        sink.append(build_tail(form, thrift))


def open_thrift(source: Seekable, name: str) -> ThriftFile:
    """Raises FooterError, RefusedError for what cryptography protects, FormError, DamagedError for a broken seal."""
    with name_file_in_errors(name):
        try:
            return _open_thrift(source, name)
        except DecodeError:
            read_footer(source).validate()  # which says where in the file it is, and what to try
            raise


def _open_thrift(source: Seekable, name: str) -> ThriftFile:
    footer = read_footer(source)
    end = footer.end
    if footer.is_encrypted:
        raise FormError(CLOSED)
    if not end.is_rearranged:
        what = f"a file of the form {end.name_of(footer)} is not rearranged"
        raise FormError(f"{what}: `{end.way_back}` gives it a Thrift footer again")
    thrift = restore_thrift(footer)
    original = _as_footer(name, thrift, footer.offset)
    _refuse_protected(original)
    finding = original.struct().seal_finding() if _may_be_sealed(original) else None
    if finding is not None:
        raise DamagedError(finding.placed(f"{name}: {finding.at}"))
    design = footer.second.design.name if footer.second.design is not None else ""
    whole = footer if thrift is footer.data else None
    return ThriftFile(name, source, thrift, footer.offset, footer.form, design, whole)


def _refuse_protected(footer: Footer) -> None:
    """There is no override: the original, signature and all, has to come back from what is written."""
    try:
        refuse_protected(footer, frozenset())
    except RefusedError as error:
        raise RefusedError(error.name, f"{error.reason}, and {BOUND}") from None


def _may_be_sealed(footer: Footer) -> bool:
    """Without a walk over the whole footer, where nothing in it is a seal."""
    return SEAL.bytes in footer.data or ENVELOPE.bytes in footer.data


def renew_tail(thrift: bytes, footer: int) -> bytes:
    """With a new seal and a new index, if the footer has them: they are of its bytes, and of where it lies.

    Raises CannotIndexError for a footer that no longer can have its index.
    """
    if not may_depend(thrift):
        return thrift
    return renew_entries(_as_footer("", thrift, footer).struct())[0]


def _as_footer(name: str, thrift: bytes, offset: int) -> Footer:
    return Footer(name, offset + len(thrift) + TRAILER, offset, thrift)
