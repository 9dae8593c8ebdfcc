"""Which end a file has, by its magic, or by what stands inside its Thrift. Names of modules: nothing is imported that a file
does not need."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, cast

from inlay.footers.footer.form import Form
from inlay.footers.footer.magic import PLAIN
from inlay.ground.missing import is_installed

if TYPE_CHECKING:
    from inlay.footers.designs.alone import AloneEnd
    from inlay.footers.designs.questions import FooterQuestions
    from inlay.footers.footer.footer import Footer
    from inlay.footers.footer.footer_end import FooterEnd

_BY_MAGIC: Final = {
    PLAIN: "thrift",
    b"PARE": "encrypted",
    b"PAR3": "final",
    b"PARX": "parx",
    b"MFP1": "modular",
}
"""The form of files by what they end in; those that end in `PAR1` are told apart by what is in them."""

_BY_FORM: Final = {
    "thrift": "thrift.end:THRIFT_END",
    "private": "flatbuffers.private:PRIVATE_END",
    "migration": "flatbuffers.migration:MIGRATION_END",
    "final": "flatbuffers.final:FINAL_END",
    "arrow-prototype": "flatbuffers.prototype:PROTOTYPE_END",
    "dual": "dual.end:DUAL_END",
    "modular": "modular.end:MODULAR_END",
    "parx": "parx.end:PARX_END",
    "encrypted": "encrypted.end:ENCRYPTED_END",
}

_NEED_PYARROW: Final = ("modular",)
_INSIDE: Final = "flatbuffers.inside:INSIDE_END"
"""Of a Thrift footer that hints at a second one."""


@cache
def end_of_form(form: Form) -> FooterEnd:
    """The end that files of this form have."""
    return cast("FooterEnd", _load(_BY_FORM[form.value]))


@cache
def find_plain_end() -> FooterEnd:
    """That of a plain Thrift footer."""
    return end_of_form(Form.THRIFT)


def find_end(magic: bytes) -> FooterEnd | None:
    """The end that a file with this magic has: of `PAR1`, one with nothing but Thrift. None for a magic that no design has.

    Raises ConfigurationError for a design that is in use here, and not installed.
    """
    if magic in _BY_MAGIC:
        return _find_shipped(magic)
    return next((end for end in _used_ends() if end.design.magic == magic), None)


@cache
def _find_shipped(magic: bytes) -> FooterEnd:
    return end_of_form(Form(_BY_MAGIC[magic]))


def is_magic(data: bytes) -> bool:
    """Whether a file that is read may end so. Raises what `find_end` does."""
    return data in _BY_MAGIC or find_end(data) is not None


def list_ends() -> list[FooterEnd]:
    """Of all designs that come with Inlay, then of those that are in use here. Without pyarrow, only those that do without."""
    has_pyarrow = is_installed("pyarrow")
    forms = [form for form in _BY_FORM if has_pyarrow or form not in _NEED_PYARROW]
    return [*(end_of_form(Form(form)) for form in forms), *(_used_ends() if has_pyarrow else ())]


def find_hinting_end() -> FooterEnd:
    """Of a Thrift footer that hints at a second one, before that was looked at."""
    return cast("FooterEnd", _load(_INSIDE))


def find_opened_end() -> FooterEnd:
    """Of a Thrift footer in the clear with columns that keys opened."""
    return cast("FooterEnd", _load("encrypted.end:OPENED_END"))


def open_questions(footer: Footer) -> FooterQuestions:
    """What answers for the columns of a footer, whichever design it is in. Raises EncryptedFooterError."""
    return cast("FooterQuestions", _load("questions:FooterQuestions")(footer))


def _used_ends() -> list[AloneEnd]:
    # Only now: few files have one of these.
    from inlay.footers.footer.used_designs import list_configured

    if not list_configured():
        return []
    return cast("list[AloneEnd]", _load("alone:list_used_ends")())


def _load(name: str) -> Any:
    module, _, attribute = name.partition(":")
    return getattr(import_module(f"inlay.footers.designs.{module}"), attribute)
