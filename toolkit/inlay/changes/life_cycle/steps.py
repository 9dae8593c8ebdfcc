"""From one form to the next and back, as functions of footers: nothing here touches a file. Each gives the new tail, which
is all bytes from the first one of the footer to the end of the file.

Every step proves itself: what it makes is read as a file is and reverted, and has to be, byte for byte, the footer
that the file had as a plain Thrift file.
"""

from __future__ import annotations

import io
from enum import Enum, unique
from typing import Final

from inlay.footers.conversion import ConversionError, EditScriptError
from inlay.footers.conversion import v0 as v0_conversion
from inlay.footers.conversion import v1 as v1_conversion
from inlay.footers.conversion.collector import pause_collector
from inlay.footers.conversion.without_extension import without_extension
from inlay.footers.footer.derived import derive, restore_exactly
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.form import Form
from inlay.footers.footer.magic import FINAL, PLAIN
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import ends_in_layout, tail_of, trailer_of
from inlay.ground.refusals import FormError
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.containers import spec_trailer
from inlay_runtime.errors import DecodeError
from inlay_runtime.extension import Header
from inlay_runtime.finding import Finding
from parquet_format import footer as v1
from parquet_format import footer_v0 as v0
from parquet_format.parquet import FileMetaData

NEXT: Final = {
    Form.THRIFT: "inlay footer add",
    Form.PRIVATE: "inlay footer promote",
    Form.MIGRATION: "inlay footer finalize",
    Form.DUAL: "inlay footer revert",
}


SOLE: Final = (Form.MODULAR, Form.PARX)
"""Designs in which a file has one footer, and nothing for other readers."""


@unique
class Trust(Enum):
    """Which of two footers that disagree is right, which only a person can say."""

    THRIFT = "thrift"
    FLATBUFFER = "flatbuffer"
    LAYOUT = "layout"


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
    return _prove(tail_of(footer.flat.data, FINAL), restore_thrift(footer))


def revert(footer: Footer, trust: Trust | None = None) -> bytes:
    """The tail that the file had as a plain Thrift file. `trust` says which footer to take it from, where they
    disagree or one is damaged."""
    form = footer.form
    if form is Form.PARX:
        raise FormError(
            "a PARX file begins with its magic, too: `inlay footer convert --layout thrift` changes both ends"
        )
    if form in SOLE and trust is None:
        return tail_of(restore_thrift(footer))
    if form not in (Form.PRIVATE, Form.MIGRATION, Form.FINAL, Form.DUAL):
        if trust is Trust.THRIFT and _find_damage(footer) is not None:
            return _require_decodable(without_extension(footer.data))
        _refuse_damaged(footer)
        raise FormError(f"the file has the form {form.value}: there is nothing to revert")
    if trust is None:
        return tail_of(restore_thrift(footer))
    if trust is not Trust.THRIFT:
        if trust is not _trust_other(footer):
            raise FormError(
                f"the file has no {trust.value} to trust: what it has is a {footer.flat.name}"
            )
        return _require_decodable(derive(footer.flat).thrift)
    if form is Form.FINAL:
        raise FormError("a final file has no Thrift footer to trust")
    return _require_decodable(footer.plain_thrift)


def restore_thrift(footer: Footer) -> bytes:
    """The Thrift footer of the plain file, from the FlatBuffer or the layout if there is one; of a dual file, what its layout
    vouches for.

    Raises FormError where the two footers of a file disagree, or the one that it has does not lead back to the byte.
    """
    if footer.form in SOLE:
        return _restore_from_design(footer)
    if footer.form is Form.DUAL:
        if not footer.flat.agrees:
            raise _disagreement(footer)
        return footer.plain_thrift
    if footer.flatbuffer is None or footer.form is Form.PROTOTYPE:
        return footer.data
    is_alone = footer.form is Form.FINAL
    try:
        original = restore_flat_thrift(footer)
        agree = is_alone or without_extension(original) == footer.plain_thrift
    except EditScriptError as error:
        raise FormError(
            f"the FlatBuffers footer's remainder (slot 9) does not fit: {error.reason}; `inlay footer revert "
            "--trust flatbuffer` takes what the other slots say"
        ) from error
    except ConversionError as error:
        out = "" if is_alone else "; `inlay footer revert --trust thrift` takes it out"
        what = f"the FlatBuffers footer cannot be converted to Thrift: {error}{out}"
        raise FormError(what) from error
    if not agree:
        raise _disagreement(footer)
    return original


def _restore_from_design(footer: Footer) -> bytes:
    if footer.form is Form.PARX:
        return footer.thrift
    # Only now: what reads these footers takes its time to import.
    from inlay.footers.footer.modular import is_protected

    if not is_protected(footer):
        raise FormError(
            f"the {footer.form.value} footer does not say all that its Thrift footer said, and has nothing to "
            "restore it from"
        )
    return footer.thrift


def _disagreement(footer: Footer) -> FormError:
    """Of two footers of a file; the Thrift may be damaged."""
    name, other = footer.flat.name, _trust_other(footer).value
    try:
        FileMetaData.decode(footer.data)
    except DecodeError as error:
        return FormError(
            f"its Thrift footer is damaged: {error}; `inlay recover FILE -o OUT` makes it again from the "
            f"{name}, whose CRC agrees; so does `inlay footer revert --trust {other}`, without keeping the "
            "damaged file"
        )
    return FormError(
        "the two footers of the file disagree: `inlay verify` lists the fields; choose one: `inlay footer revert "
        f"--trust thrift` or `--trust {other}`"
    )


def _trust_other(footer: Footer) -> Trust:
    return Trust.FLATBUFFER if footer.flat.layout is None else Trust.LAYOUT


def restore_flat_thrift(footer: Footer) -> bytes:
    """What the FlatBuffer of ours leads back to, whatever the Thrift beside it says."""
    return restore_exactly(footer.flat)


def build_tail(form: Form, original: bytes, *, sealed: bool = True) -> bytes:
    """The tail of this form that stands for the Thrift footer of a plain file, proved. `sealed` has the
    FlatBuffer vouch for the Thrift; only to edit a file in which it does not, it is left out.

    Raises FormError where the schema of the FlatBuffer cannot express that footer.
    """
    return _prove(build_footers(form, original, sealed=sealed), original)


def build_footers(form: Form, original: bytes, *, sealed: bool = True) -> bytes:
    """The same, not proved: to compare with, not to write."""
    if form not in (Form.PRIVATE, Form.MIGRATION, Form.FINAL):
        raise FormError(f"a file of the form {form.value} has no FlatBuffer of ours")
    try:
        with pause_collector():
            if form is Form.PRIVATE:
                data = v0_conversion.to_buffer(original, sealed=sealed)
                return _build_dual(original, data, v0.FileMetaData)
            data = v1_conversion.to_buffer(original, sealed=sealed)
    except ConversionError as error:
        raise FormError(f"the FlatBuffer cannot express the footer: {error}") from error
    return (
        tail_of(data, FINAL) if form is Form.FINAL else _build_dual(original, data, v1.FileMetaData)
    )


def _build_dual(
    original: bytes, data: bytes, cls: type[v0.FileMetaData] | type[v1.FileMetaData]
) -> bytes:
    """What stood in the slot, and behind the struct, is in the FlatBuffer alone: its trailer comes last. The
    stop byte is the one that was there, for half of it may be anything."""
    trailer = spec_trailer(data, cls.UUID)
    plain = memoryview(without_extension(original))
    header = Header.SPEC.data + unsigned(len(data) + len(trailer))
    pieces = plain[:-1], header, data, trailer, plain[-1:]
    return b"".join((*pieces, trailer_of(sum(map(len, pieces)))))  # one copy: they are long


def _prove(tail: bytes, original: bytes) -> bytes:
    """The new tail, once a file that ends in it has been read and reverted."""
    footer = read_footer(io.BytesIO(PLAIN + tail))
    if footer.flat.findings:
        raise FormError(f"the new footer reads back with a finding: {footer.flat.findings[0]}")
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
    then = f"; from there, {NEXT[footer.form]} is next" if footer.form in NEXT else ""
    if footer.form is Form.PROTOTYPE:
        then = "; `inlay ext strip` takes the FlatBuffer of the prototype out"
    raise FormError(f"the file has the form {footer.form.value}, not {form.value}{then}")


def _find_damage(footer: Footer) -> Finding | None:
    """What is wrong with a FlatBuffer that is in the file and cannot be used."""
    return next((finding for finding in footer.flat.findings if finding.code != "hidden"), None)


def _refuse_damaged(footer: Footer) -> None:
    """A FlatBuffer that cannot be used may still hold what stood in the slot before it."""
    if footer.form is Form.DUAL or footer.flatbuffer is not None:
        return
    damage = _find_damage(footer)
    if damage is not None and ends_in_layout(footer.data):
        raise FormError(
            f"the layout beside its Thrift is damaged: {damage}; `inlay footer revert --trust thrift` takes it out"
        )
    if damage is not None:
        raise FormError(
            f"its FlatBuffer is damaged: {damage}; take the file from a backup, or the "
            "FlatBuffer out of it by `inlay footer revert --trust thrift` or `inlay ext strip`, and the "
            "other extensions of the footer with it"
        )
