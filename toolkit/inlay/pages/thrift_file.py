"""A file of any form as a body and a Thrift footer, which is what can be rearranged."""

from __future__ import annotations

from dataclasses import dataclass

from inlay.containers import ENVELOPE, SEAL
from inlay.extensions.renew import may_depend, renew_entries
from inlay.extensions.struct_bytes import DamagedError
from inlay.files.source import Seekable
from inlay.footer import Footer, Form, read_footer
from inlay.footer.trailer import TRAILER, tail_of
from inlay.life_cycle.edit_footer import name_way_back, refuse_protected
from inlay.life_cycle.steps import build_tail, restore_thrift
from inlay.pages.errors import name_file_in_errors
from inlay.refusals import DECRYPT, FormError, RefusedError
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import FileMetaData


@dataclass(frozen=True, slots=True, eq=False)
class ThriftFile:
    """`thrift` is the Thrift footer, without the FlatBuffer that a file of another `form` has; `footer` is where the body
    ends. `layout` names what a dual file has beside its Thrift."""

    name: str
    source: Seekable
    thrift: bytes
    footer: int
    form: Form
    layout: str = ""

    def metadata(self) -> FileMetaData:
        """Decoded anew each time, to be changed."""
        return FileMetaData.decode(self.thrift)

    def tail(self, metadata: FileMetaData, footer: int) -> bytes:
        """The end of a file with this metadata, whose body ends at `footer`: seal and index renewed, and a FlatBuffer beside it
        where there was one."""
        return tail_in_form(self.form, renew_tail(metadata.encode(), footer))


def tail_in_form(form: Form, thrift: bytes) -> bytes:
    """The end of a file of this form with this Thrift footer; of a dual one, the end of the plain file, for a layout is built
    from a file (`inlay.pages.layout_tail`). Raises FormError, ConversionError for one that a FlatBuffer cannot carry.
    """
    return tail_of(thrift) if form in (Form.THRIFT, Form.DUAL) else build_tail(form, thrift)


def require_no_layout(file: ThriftFile) -> None:
    """Raises FormError for a dual file, for what makes no layout anew."""
    if file.form is Form.DUAL:
        raise FormError(
            f"the {file.layout} footer beside its Thrift would be lost: `inlay footer revert` takes it out first, and "
            f"`inlay footer add --layout {file.layout}` makes it anew"
        )


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
    if footer.form is Form.ENCRYPTED:
        raise FormError(f"the footer is encrypted, so nobody knows where the pages are: {DECRYPT}")
    if footer.form is Form.PROTOTYPE:
        raise FormError(f"a file of the form {footer.form.value} is not rearranged")
    if footer.has_sole_layout or footer.form is Form.PARX:
        what = f"a file of the form {footer.form.value} is not rearranged"
        raise FormError(f"{what}: `{name_way_back(footer)}` gives it a Thrift footer again")
    thrift = restore_thrift(footer)
    original = _as_footer(name, thrift, footer.offset)
    _refuse_protected(original)
    finding = original.struct().seal_finding() if _may_be_sealed(original) else None
    if finding is not None:
        raise DamagedError(finding.placed(f"{name}: {finding.at}"))
    layout = footer.flat.layout.name if footer.flat.layout is not None else ""
    return ThriftFile(name, source, thrift, footer.offset, footer.form, layout)


def _refuse_protected(footer: Footer) -> None:
    """There is no override: the original, signature and all, has to come back from what is written."""
    try:
        refuse_protected(footer, frozenset())
    except RefusedError as error:
        raise RefusedError(error.name, error.reason) from None


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
