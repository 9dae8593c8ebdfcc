"""Extensions of a file that has a FlatBuffers footer: they are edited in what the FlatBuffer stands for,
and both footers are made again from that."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Final, TypeAlias

from inlay.containers import Registry
from inlay.extensions.edit import Edit
from inlay.extensions.struct_bytes import StructBytes, about, struct_of
from inlay.footer.footer import Footer
from inlay.footer.form import Form
from inlay.footer.read import decode_footer
from inlay.footer.tail import FooterBytes
from inlay.life_cycle.change_form import change_form
from inlay.life_cycle.extension_list import FLATBUFFER
from inlay.life_cycle.steps import build_tail, footers, original_thrift, tail_bytes
from inlay.refusals import FormError
from inlay.rewrite.change import Outcome, Target

StructEdit: TypeAlias = Callable[[StructBytes, str], "Edit | None"]
"""Edits the struct that the path names."""

_ROOT: Final = ("", "FileMetaData")


def edit_beside_flat(
    path: str,
    at: str,
    change: StructEdit,
    target: Target,
    registry: Registry,
    *,
    removes: bool = False,
) -> tuple[Outcome, Edit | None]:
    """`removes` says that the edit takes something out. Raises FormError where the slot that is meant is the
    FlatBuffer's, or there is none."""
    made: Edit | None = None

    def step(tail: Footer) -> bytes:
        nonlocal made
        place = _place(tail.form, at, removes=removes)
        original = original_thrift(tail)
        before = tail_bytes(tail)
        sealed = tail.flat.thrift_crc is not None  # an earlier version did without
        if footers(tail.form, original, sealed=sealed) != before:
            reason = "the FlatBuffer is not as inlay would write it, so that no way would lead back"
            raise FormError(
                f"{reason}; `inlay footer revert`, and then from the start, makes it so"
            )
        footer = decode_footer(FooterBytes(tail.path, tail.file_size, tail.offset, original))
        with about(path):
            made = change(struct_of(footer, registry), place)
        if made is None:
            return before
        if not place:
            made = dataclasses.replace(made, place="the FlatBuffer's FileMetaData")
        return build_tail(tail.form, made.footer, sealed=sealed)

    outcome = change_form(path, step, target=target)
    return outcome, made


def _place(form: Form, at: str, *, removes: bool) -> str:
    """The path in what the FlatBuffer stands for."""
    if at not in (*_ROOT, FLATBUFFER):
        return at
    if form is Form.FINAL or (form is Form.MIGRATION and at == FLATBUFFER):
        return ""
    if removes and at != FLATBUFFER:
        inside = f", and `--at {FLATBUFFER}` what is inside" if form is Form.MIGRATION else ""
        raise FormError(
            f"that is the FlatBuffers footer itself: `inlay footer revert` takes it out{inside}"
        )
    if form is Form.PRIVATE:
        raise FormError(
            "field 32767 of this footer is taken by its FlatBuffers footer (v0), which has no extension slot; "
            "that of v1 has one: `inlay footer promote` makes it"
        )
    raise FormError(
        "field 32767 of this footer is taken by its FlatBuffers footer; put the extension inside that: "
        f"--at {FLATBUFFER}"
    )
