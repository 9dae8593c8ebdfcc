"""From one form to the next and back, as functions of tails: nothing here touches a file.

Every step proves itself: what it makes is taken back to Thrift and has to be, byte for byte, the footer
that the file had as a plain Thrift file.
"""

from __future__ import annotations

from typing import Final

from inlay.containers.spec import SpecTrailer
from inlay.conversion import ConversionError, encode
from inlay.conversion import v0 as v0_conversion
from inlay.conversion import v1 as v1_conversion
from inlay.conversion.plain import plain_struct
from inlay.forms.final import final_tail
from inlay.forms.tail import Form, Tail
from inlay.rewrite.errors import RefusedError
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.compact.wire_types import STOP
from inlay_runtime.extension import Header
from parquet_format import footer as v1
from parquet_format import footer_v0 as v0

NEXT: Final = {
    Form.THRIFT: "inlay footer add",
    Form.PRIVATE: "inlay footer promote",
    Form.MIGRATION: "inlay footer finalize",
}


class FormError(RefusedError):
    """A step that the form of the file does not allow, or that would not be reversible."""

    def __init__(self, reason: str) -> None:
        super().__init__("form", reason)


def add(tail: Tail) -> bytes:
    """The tail of the private form: a FlatBuffer (v0) beside the Thrift."""
    _require(tail, Form.THRIFT)
    return footers_again(Form.PRIVATE, tail.thrift)


def promote(tail: Tail) -> bytes:
    """The tail of the migration form: a FlatBuffer (v1) made from the one of the private form."""
    _require(tail, Form.PRIVATE)
    return footers_again(Form.MIGRATION, original_thrift(tail))


def finalize(tail: Tail) -> bytes:
    """The tail of the final form: the FlatBuffer of the migration form, and no Thrift."""
    _require(tail, Form.MIGRATION)
    _prove(original_thrift(tail), v1_back(tail.data))
    return final_tail(tail.data)


def revert(tail: Tail) -> bytes:
    """The tail that the file had as a plain Thrift file."""
    if tail.form not in (Form.PRIVATE, Form.MIGRATION, Form.FINAL):
        _refuse_damaged(tail)
        raise FormError(f"the file has the form {tail.form.value}: there is nothing to revert")
    return thrift_tail(original_thrift(tail))


def original_thrift(tail: Tail) -> bytes:
    """The Thrift footer of the plain file, from the FlatBuffer if there is one.

    Raises FormError where the two footers of a file disagree.
    """
    if tail.flat is None or tail.form is Form.PROTOTYPE:
        return tail.thrift
    original = flat_thrift(tail)
    if tail.thrift and plain_struct(original) != tail.plain_thrift:
        raise FormError("the two footers of the file disagree: `inlay verify` says where")
    return original


def flat_thrift(tail: Tail) -> bytes:
    """What the FlatBuffer of ours leads back to, whatever the Thrift beside it says."""
    match tail.flat:
        case v0.FileMetaData():
            return v0_conversion.to_thrift(tail.flat)
        case v1.FileMetaData():
            return v1_conversion.to_thrift(tail.flat)
        case _:
            raise FormError(f"a file of the form {tail.form.value} has no FlatBuffer of ours")


def footers_again(form: Form, original: bytes) -> bytes:
    """The tail of this form that stands for the Thrift footer of a plain file.

    Raises FormError where the schema of the FlatBuffer cannot express that footer.
    """
    if form not in (Form.PRIVATE, Form.MIGRATION, Form.FINAL):
        raise FormError(f"a file of the form {form.value} has no FlatBuffer of ours")
    try:
        if form is Form.PRIVATE:
            data = encode(v0_conversion.to_flatbuffers(original))
            _prove(original, v0_back(data))
            return _dual(original, data, v0.FileMetaData)
        data = encode(v1_conversion.to_flatbuffers(original))
        _prove(original, v1_back(data))
    except ConversionError as error:
        raise FormError(f"the FlatBuffer cannot express the footer: {error}") from error
    return final_tail(data) if form is Form.FINAL else _dual(original, data, v1.FileMetaData)


def tail_bytes(tail: Tail) -> bytes:
    """The tail as it lies in the file, from the first byte of the footer on; not of encrypted files."""
    return final_tail(tail.data) if tail.form is Form.FINAL else thrift_tail(tail.thrift)


def thrift_tail(thrift: bytes) -> bytes:
    return thrift + len(thrift).to_bytes(4, "little") + b"PAR1"


def v0_back(data: bytes) -> bytes:
    return v0_conversion.to_thrift(v0.FileMetaData.decode(data))


def v1_back(data: bytes) -> bytes:
    return v1_conversion.to_thrift(v1.FileMetaData.decode(data))


def _dual(
    original: bytes, data: bytes, cls: type[v0.FileMetaData] | type[v1.FileMetaData]
) -> bytes:
    """What stood in the slot, and behind the struct, is in the FlatBuffer alone: its trailer comes last."""
    payload = SpecTrailer().wrap(data, cls.UUID)
    extension = Header.SPEC.data + unsigned(len(payload)) + payload
    return thrift_tail(plain_struct(original)[:-1] + extension + bytes([STOP]))


def _prove(original: bytes, back: bytes) -> None:
    if back != original:
        raise FormError("the FlatBuffer does not lead back to the Thrift footer byte for byte")


def _require(tail: Tail, form: Form) -> None:
    _refuse_damaged(tail)
    if tail.form is form:
        return
    then = f"; from there, {NEXT[tail.form]} is next" if tail.form in NEXT else ""
    if tail.form is Form.PROTOTYPE:
        then = "; `inlay ext strip` takes the FlatBuffer of the prototype out"
    raise FormError(f"the file has the form {tail.form.value}, not {form.value}{then}")


def _refuse_damaged(tail: Tail) -> None:
    """A FlatBuffer that cannot be used may still hold what stood in the slot before it."""
    damage = next((one for one in tail.findings if one.code != "hidden"), None)
    if damage is not None:
        raise FormError(
            f"its FlatBuffer is damaged: {damage}; take the file from a backup, or the "
            "FlatBuffer out of it by `inlay ext strip`, and the other extensions of the footer with it"
        )
