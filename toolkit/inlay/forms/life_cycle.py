"""From one form to the next and back, as functions of tails: nothing here touches a file.

Every step proves itself: what it makes is read as a file is and reverted, and has to be, byte for byte, the footer
that the file had as a plain Thrift file.
"""

from __future__ import annotations

import io
from enum import Enum, unique
from typing import Final

from inlay.containers import Finding
from inlay.containers.spec import SpecTrailer
from inlay.conversion import ConversionError, EditScriptError, encode
from inlay.conversion import v0 as v0_conversion
from inlay.conversion import v1 as v1_conversion
from inlay.conversion.collector import collector_paused
from inlay.conversion.plain import plain_struct
from inlay.footer.derived import derive, exactly
from inlay.footer.final import final_tail
from inlay.footer.footer import Footer
from inlay.footer.form import Form
from inlay.footer.read import read_footer
from inlay.refusals import FormError
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.errors import DecodeError
from inlay_runtime.extension import Header
from parquet_format import footer as v1
from parquet_format import footer_v0 as v0
from parquet_format.parquet import FileMetaData

NEXT: Final = {
    Form.THRIFT: "inlay footer add",
    Form.PRIVATE: "inlay footer promote",
    Form.MIGRATION: "inlay footer finalize",
}


@unique
class Trust(Enum):
    """Which of two footers that disagree is right, which only a person can say."""

    THRIFT = "thrift"
    FLATBUFFER = "flatbuffer"


def add(tail: Footer) -> bytes:
    """The tail of the private form: a FlatBuffer (v0) beside the Thrift."""
    _require(tail, Form.THRIFT)
    return build_tail(Form.PRIVATE, tail.own_thrift)


def promote(tail: Footer) -> bytes:
    """The tail of the migration form: a FlatBuffer (v1) made from the one of the private form."""
    _require(tail, Form.PRIVATE)
    return build_tail(Form.MIGRATION, original_thrift(tail))


def finalize(tail: Footer) -> bytes:
    """The tail of the final form: the FlatBuffer of the migration form, and no Thrift."""
    _require(tail, Form.MIGRATION)
    return _proved(final_tail(tail.flat.data), original_thrift(tail))


def revert(tail: Footer, trust: Trust | None = None) -> bytes:
    """The tail that the file had as a plain Thrift file. `trust` says which footer to take it from, where they
    disagree or one is damaged."""
    if tail.form not in (Form.PRIVATE, Form.MIGRATION, Form.FINAL):
        if trust is Trust.THRIFT and _damage(tail) is not None:
            return _decodable(plain_struct(tail.own_thrift))
        _refuse_damaged(tail)
        raise FormError(f"the file has the form {tail.form.value}: there is nothing to revert")
    if trust is None:
        return tail_of(original_thrift(tail))
    if trust is Trust.FLATBUFFER:
        return _decodable(derive(tail).thrift)
    if tail.form is Form.FINAL:
        raise FormError("a final file has no Thrift footer to trust")
    return _decodable(tail.plain_thrift)


def original_thrift(tail: Footer) -> bytes:
    """The Thrift footer of the plain file, from the FlatBuffer if there is one.

    Raises FormError where the two footers of a file disagree, or the FlatBuffer does not lead back.
    """
    if tail.flatbuffer is None or tail.form is Form.PROTOTYPE:
        return tail.own_thrift
    try:
        original = flat_thrift(tail)
        agree = not tail.own_thrift or plain_struct(original) == tail.plain_thrift
    except EditScriptError as error:
        raise FormError(
            f"the FlatBuffers footer's remainder (slot 9) does not fit: {error.reason}; `inlay footer revert "
            "--trust flatbuffer` takes what the other slots say"
        ) from error
    except ConversionError as error:
        out = "; `inlay footer revert --trust thrift` takes it out" if tail.own_thrift else ""
        what = f"the FlatBuffers footer stands for no Thrift footer: {error}{out}"
        raise FormError(what) from error
    if not agree:
        raise FormError(
            "the two footers of the file disagree: `inlay verify` says where; choose one: `inlay footer revert "
            "--trust thrift` or `--trust flatbuffer`"
        )
    return original


def flat_thrift(tail: Footer) -> bytes:
    """What the FlatBuffer of ours leads back to, whatever the Thrift beside it says."""
    return exactly(tail)


def build_tail(form: Form, original: bytes, *, sealed: bool = True) -> bytes:
    """The tail of this form that stands for the Thrift footer of a plain file, proved. `sealed` has the
    FlatBuffer vouch for the Thrift; only to edit a file in which it does not, it is left out.

    Raises FormError where the schema of the FlatBuffer cannot express that footer.
    """
    return _proved(footers(form, original, sealed=sealed), original)


def footers(form: Form, original: bytes, *, sealed: bool = True) -> bytes:
    """The same, not proved: to compare with, not to write."""
    if form not in (Form.PRIVATE, Form.MIGRATION, Form.FINAL):
        raise FormError(f"a file of the form {form.value} has no FlatBuffer of ours")
    try:
        with collector_paused():
            if form is Form.PRIVATE:
                data = encode(v0_conversion.to_flatbuffers(original, sealed=sealed))
                return _dual(original, data, v0.FileMetaData)
            data = encode(v1_conversion.to_flatbuffers(original, sealed=sealed))
    except ConversionError as error:
        raise FormError(f"the FlatBuffer cannot express the footer: {error}") from error
    return final_tail(data) if form is Form.FINAL else _dual(original, data, v1.FileMetaData)


def tail_bytes(tail: Footer) -> bytes:
    """The tail as it lies in the file, from the first byte of the footer on; not of encrypted files."""
    return final_tail(tail.flat.data) if tail.form is Form.FINAL else tail_of(tail.own_thrift)


def tail_of(thrift: bytes) -> bytes:
    return thrift + len(thrift).to_bytes(4, "little") + b"PAR1"


def _dual(
    original: bytes, data: bytes, cls: type[v0.FileMetaData] | type[v1.FileMetaData]
) -> bytes:
    """What stood in the slot, and behind the struct, is in the FlatBuffer alone: its trailer comes last. The
    stop byte is the one that was there, for half of it may be anything."""
    payload = SpecTrailer().wrap(data, cls.UUID)
    extension = Header.SPEC.data + unsigned(len(payload)) + payload
    plain = plain_struct(original)
    return tail_of(plain[:-1] + extension + plain[-1:])


def _proved(made: bytes, original: bytes) -> bytes:
    """The new tail, once a file that ends in it has been read and reverted."""
    tail = read_footer(io.BytesIO(b"PAR1" + made))
    if tail.flat.findings:
        raise FormError(f"the new footer reads back with a finding: {tail.flat.findings[0]}")
    if revert(tail) != tail_of(original):
        raise FormError("the FlatBuffer does not lead back to the Thrift footer byte for byte")
    return made


def _decodable(thrift: bytes) -> bytes:
    """The tail with this footer, which somebody chose without a proof."""
    try:
        FileMetaData.decode(thrift, lazy=True)
    except DecodeError as error:
        raise FormError(f"the footer to trust is damaged: {error}") from error
    return tail_of(thrift)


def _require(tail: Footer, form: Form) -> None:
    _refuse_damaged(tail)
    if tail.form is form:
        return
    then = f"; from there, {NEXT[tail.form]} is next" if tail.form in NEXT else ""
    if tail.form is Form.PROTOTYPE:
        then = "; `inlay ext strip` takes the FlatBuffer of the prototype out"
    raise FormError(f"the file has the form {tail.form.value}, not {form.value}{then}")


def _damage(tail: Footer) -> Finding | None:
    """What is wrong with a FlatBuffer that is in the file and cannot be used."""
    return next((one for one in tail.flat.findings if one.code != "hidden"), None)


def _refuse_damaged(tail: Footer) -> None:
    """A FlatBuffer that cannot be used may still hold what stood in the slot before it."""
    if tail.flatbuffer is None and (damage := _damage(tail)) is not None:
        raise FormError(
            f"its FlatBuffer is damaged: {damage}; take the file from a backup, or the "
            "FlatBuffer out of it by `inlay footer revert --trust thrift` or `inlay ext strip`, and the "
            "other extensions of the footer with it"
        )
