"""From one form to the next and back, as functions of footers: nothing here touches a file. Each gives the new tail, which
is all bytes from the first one of the footer to the end of the file.

Every step proves itself: what it makes is read as a file is and reverted, and has to be, byte for byte, the footer
that the file had as a plain Thrift file.
"""

from __future__ import annotations

import io
from enum import Enum, unique

from inlay.footers.conversion.without_extension import without_extension
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.form import Form
from inlay.footers.footer.known_ends import end_of_form
from inlay.footers.footer.magic import PLAIN
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import ends_in_design, tail_of
from inlay.ground.refusals import FormError
from inlay_runtime.errors import DecodeError
from inlay_runtime.finding import Finding
from parquet_format.parquet import FileMetaData


@unique
class Trust(Enum):
    """Which of two footers that disagree is right, which only a person can say."""

    THRIFT = "thrift"
    FLATBUFFER = "flatbuffer"
    DESIGN = "design"


def add(footer: Footer) -> bytes:
    """The tail of the private form: a FlatBuffer (v0) beside the Thrift."""
    require_form(footer, Form.THRIFT)
    return build_tail(Form.PRIVATE, footer.data)


def promote(footer: Footer) -> bytes:
    """The tail of the migration form: a FlatBuffer (v1) made from the one of the private form."""
    require_form(footer, Form.PRIVATE)
    return build_tail(Form.MIGRATION, restore_thrift(footer))


def finalize(footer: Footer) -> bytes:
    """The tail of the final form: the FlatBuffer of the migration form, and no Thrift."""
    require_form(footer, Form.MIGRATION)
    new = end_of_form(Form.FINAL).frame(footer.second.data)
    return _prove(new, restore_thrift(footer))


def revert(footer: Footer, trust: Trust | None = None) -> bytes:
    """The tail that the file had as a plain Thrift file. `trust` says which footer to take it from, where they
    disagree or one is damaged."""
    end = footer.end
    if end.head != PLAIN:
        raise FormError(
            f"the file begins with its magic {end.head.decode()}, too: `{end.way_back}` changes both ends"
        )
    if not end.is_reverted:
        if trust is Trust.THRIFT and _find_damage(footer) is not None:
            return _require_decodable(without_extension(footer.data))
        _refuse_damaged(footer)
        raise FormError(f"the file has the form {end.name_of(footer)}: there is nothing to revert")
    if trust is None:
        return tail_of(restore_thrift(footer))
    if trust is not Trust.THRIFT:
        if trust.value != footer.second.trusted_as:
            raise FormError(
                f"the file has no {trust.value} to trust: what it has is a {end.derived_from(footer)}"
            )
        return _require_decodable(end.derive(footer.second).thrift)
    if not end.has_thrift:
        raise FormError(f"a {end.name_of(footer)} file has no Thrift footer to trust")
    return _require_decodable(footer.end.plain_thrift(footer))


def restore_thrift(footer: Footer) -> bytes:
    """The Thrift footer of the plain file, from the footer beside it or in its place, if there is one.

    Raises FormError where the two footers of a file disagree, or the one that it has does not lead back to the byte.
    """
    return footer.end.restore(footer)


def build_tail(form: Form, original: bytes, *, sealed: bool = True) -> bytes:
    """The tail of this form that stands for the Thrift footer of a plain file, proved. `sealed` has a
    FlatBuffer vouch for the Thrift; only to edit a file in which it does not, it is left out.

    Raises FormError where the design cannot express that footer, or is not built from it alone.
    """
    end = end_of_form(form)
    tail = end.build(original, sealed=sealed)
    return _prove(tail, original) if end.has_flatbuffer else tail


def _prove(tail: bytes, original: bytes) -> bytes:
    """The new tail, once a file that ends in it has been read and reverted."""
    footer = read_footer(io.BytesIO(PLAIN + tail))
    if footer.second.findings:
        raise FormError(f"the new footer reads back with a finding: {footer.second.findings[0]}")
    if revert(footer) != tail_of(original):
        raise FormError("the FlatBuffer does not lead back to the Thrift footer byte for byte")
    return tail


def _require_decodable(thrift: bytes) -> bytes:
    """The tail with this footer, which somebody chose without a proof."""
    try:
        FileMetaData.decode(thrift)
    except DecodeError as error:
        raise FormError(f"the footer to trust is damaged: {error}") from error
    return tail_of(thrift)


def require_form(footer: Footer, form: Form) -> None:
    _refuse_damaged(footer)
    if footer.form is form:
        return
    then = f": {footer.end.then}" if footer.end.then else ""
    name = footer.end.name_of(footer)
    raise FormError(f"the file has the form {name}, not {form.value}{then}")


def _find_damage(footer: Footer) -> Finding | None:
    """What is wrong with a FlatBuffer that is in the file and cannot be used."""
    return next((finding for finding in footer.second.findings if finding.code != "hidden"), None)


def _refuse_damaged(footer: Footer) -> None:
    """A FlatBuffer that cannot be used may still hold what stood in the slot before it."""
    if footer.second.field is not None or not footer.end.has_thrift:
        return
    damage = _find_damage(footer)
    if damage is not None and ends_in_design(footer.data):
        raise FormError(
            f"the design beside its Thrift is damaged: {damage}; `inlay footer revert --trust thrift` takes it out"
        )
    if damage is not None:
        raise FormError(
            f"its FlatBuffer is damaged: {damage}; take the file from a backup, or the "
            "FlatBuffer out of it by `inlay footer revert --trust thrift` or `inlay ext strip`, and the "
            "other extensions of the footer with it"
        )
