"""Extensions of a file that has a FlatBuffers footer: they are edited in what the FlatBuffer stands for,
and both footers are made again from that."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Final, TypeAlias

from inlay.changes.life_cycle.extension_list import FLATBUFFER
from inlay.changes.life_cycle.steps import build_tail, restore_thrift
from inlay.footers.extensions.edit import ExtensionEdit
from inlay.footers.extensions.shapes import shape_of
from inlay.footers.extensions.struct_bytes import StructBytes, name_file_in_errors
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.footer_end import FooterEnd
from inlay.ground.refusals import FormError
from parquet_format.parquet import FileMetaData

StructEdit: TypeAlias = Callable[[StructBytes, str], "ExtensionEdit | None"]
"""Edits the struct that the path names."""

_ROOT: Final = ("", "FileMetaData")


def edit_beside_flat(
    footer: Footer,
    at: str,
    change: StructEdit,
    *,
    removes: bool = False,
) -> tuple[bytes, ExtensionEdit | None]:
    """The new tail, and what the edit did. `removes` says that it takes something out. Raises FormError where the slot
    that is meant is the FlatBuffer's, or there is none."""
    original = restore_thrift(footer)
    place = _place(footer.end, at, removes=removes)
    before = footer.tail()
    sealed = footer.second.thrift_crc is not None  # an earlier version did without
    if footer.end.build(original, sealed=sealed) != before:
        reason = "inlay would write this FlatBuffer differently, so the change could not be undone"
        raise FormError(f"{reason}; `inlay footer revert` and `inlay footer add` replace it")
    with name_file_in_errors(footer.path):
        edit = change(StructBytes(original, footer.offset, shape_of(FileMetaData)), place)
    if edit is None:
        return before, None
    if not place:
        edit = dataclasses.replace(edit, place="the FlatBuffer's FileMetaData")
    return build_tail(footer.form, edit.footer, sealed=sealed), edit


def _place(end: FooterEnd, at: str, *, removes: bool) -> str:
    """The path in what the FlatBuffer stands for."""
    if at not in (*_ROOT, FLATBUFFER):
        return at
    if end.has_inner_slot and (at == FLATBUFFER or not end.has_thrift):
        return ""
    if removes and at != FLATBUFFER:
        inside = f", and `--at {FLATBUFFER}` what is inside" if end.has_inner_slot else ""
        raise FormError(
            f"that is the FlatBuffers footer itself: `inlay footer revert` takes it out{inside}"
        )
    if not end.has_inner_slot:
        raise FormError(
            "field 32767 of this footer is taken by its FlatBuffers footer (v0), which has no extension slot; "
            "that of v1 has one: `inlay footer promote` makes it"
        )
    raise FormError(
        "field 32767 of this footer is taken by its FlatBuffers footer; put the extension inside that: "
        f"--at {FLATBUFFER}"
    )
