"""Which end a file has, by its magic, or by what stands inside its Thrift. Names of modules: nothing is imported that a file
does not need."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, cast

from inlay.footers.footer.file_end import PLAIN_END, FileEnd
from inlay.footers.footer.form import Form
from inlay.footers.footer.magic import PLAIN
from inlay.footers.footer.used_designs import list_configured
from inlay.ground.missing import is_installed

if TYPE_CHECKING:
    from inlay.footers.designs.alone import AloneEnd

_DESIGNS: Final = "inlay.footers.designs"

_BY_MAGIC: Final = {
    b"PARE": Form.ENCRYPTED,
    b"PAR3": Form.FINAL,
    b"PARX": Form.PARX,
    b"MFP1": Form.MODULAR,
}
"""Beside `PAR1`, whose footers are told apart by what is in them."""

_BY_FORM: Final = {
    Form.PRIVATE: "flatbuffers.private:PRIVATE_END",
    Form.MIGRATION: "flatbuffers.migration:MIGRATION_END",
    Form.FINAL: "flatbuffers.final:FINAL_END",
    Form.PROTOTYPE: "flatbuffers.prototype:PROTOTYPE_END",
    Form.DUAL: "dual.end:DUAL_END",
    Form.MODULAR: "modular.end:MODULAR_END",
    Form.PARX: "parx.end:PARX_END",
    Form.ENCRYPTED: "encrypted.end:ENCRYPTED_END",
}

_INSIDE: Final = "flatbuffers.inside:INSIDE_END"
"""Of a Thrift footer that hints at a second one."""


def end_of_form(form: Form) -> FileEnd:
    """The end that files of this form have."""
    return PLAIN_END if form is Form.THRIFT else _load(_BY_FORM[form])


def find_end(magic: bytes) -> FileEnd | None:
    """The end that a file with this magic has: of `PAR1`, one with nothing but Thrift. None for a magic that no design has.

    Raises ConfigurationError for a design that is in use here, and not installed.
    """
    if magic == PLAIN:
        return PLAIN_END
    if magic in _BY_MAGIC:
        return end_of_form(_BY_MAGIC[magic])
    return next((end for end in _used_ends() if end.design.magic == magic), None)


def is_magic(data: bytes) -> bool:
    """Whether a file that is read may end so. Raises what `find_end` does."""
    return data == PLAIN or data in _BY_MAGIC or find_end(data) is not None


def list_ends() -> list[FileEnd]:
    """Of all designs that come with Inlay, then of those that are in use here. Without pyarrow, only those that do without."""
    has_pyarrow = is_installed("pyarrow")
    forms = [form for form in _BY_FORM if has_pyarrow or form is not Form.MODULAR]
    return [PLAIN_END, *map(end_of_form, forms), *(_used_ends() if has_pyarrow else ())]


def _used_ends() -> list[AloneEnd]:
    if not list_configured():
        return []
    # Only now: designs need pyarrow, and few files have one of these.
    return cast("list[AloneEnd]", import_module(f"{_DESIGNS}.alone").list_used_ends())


def end_that_hints() -> FileEnd:
    """Of a Thrift footer that hints at a second one, before that was looked at."""
    return _load(_INSIDE)


@cache
def _load(name: str) -> FileEnd:
    module, _, attribute = name.partition(":")
    return cast("FileEnd", getattr(import_module(f"{_DESIGNS}.{module}"), attribute))
