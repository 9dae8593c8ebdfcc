"""Extensions added to and taken from files: `inlay ext` and `inlay seal` as functions."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from inlay.containers import REGISTRY, Entry, Registry, wrap
from inlay.extensions import edit as edits
from inlay.extensions.edit import Edit, Options
from inlay.extensions.struct_bytes import StructBytes, about, struct_of
from inlay.footer import Footer, UnsupportedFooterError
from inlay.footer.form import Form
from inlay.life_cycle.beside_flat import StructEdit, edit_beside_flat
from inlay.life_cycle.edit_footer import edit_footer
from inlay.life_cycle.extension_list import FLATBUFFER
from inlay.refusals import FormError
from inlay.rewrite.change import Outcome, Target


@dataclass(frozen=True, slots=True)
class Result:
    """What became of the file, and what was done to its footer; None if nothing had to be."""

    outcome: Outcome
    edit: Edit | None

    @property
    def warnings(self) -> tuple[str, ...]:
        return (*(self.edit.warnings if self.edit is not None else ()), *self.outcome.warnings)


DEFAULT_TARGET = Target()


def append_to_file(
    path: str,
    data: bytes,
    uuid: UUID | None,
    *,
    kind: str = "",
    at: str = "",
    options: Options = edits.DEFAULT,
    target: Target = DEFAULT_TARGET,
    registry: Registry = REGISTRY,
) -> Result:
    """Puts `data` into a container for `uuid`, and that into the struct that `at` names; without a UUID
    the data is the payload."""
    payload = wrap(data, uuid, kind=kind, registry=registry) if uuid is not None else data
    entry = Entry(uuid, payload)
    return _edited(
        path,
        at,
        lambda struct, place: edits.append(struct, entry, place, options),
        target,
        registry,
    )


def strip_from_file(
    path: str,
    uuid: UUID | None = None,
    *,
    raw: bool = False,
    at: str = "",
    target: Target = DEFAULT_TARGET,
    registry: Registry = REGISTRY,
) -> Result:
    """Takes out the extension with this UUID, the raw one, or the only one."""
    return _edited(
        path,
        at,
        lambda struct, place: edits.strip(struct, uuid, place, raw=raw),
        target,
        registry,
        removes=True,
    )


def seal_file(
    path: str,
    *,
    options: Options = edits.DEFAULT,
    target: Target = DEFAULT_TARGET,
    registry: Registry = REGISTRY,
) -> Result:
    """Adds the seal, unless there is one that agrees; to the FlatBuffer's slot, if there is one."""

    def change(struct: StructBytes, _place: str) -> Edit | None:
        return edits.seal(struct, options)

    return _edited(path, "", change, target, registry, beside=FLATBUFFER)


class _FlatBufferError(Exception):
    """The file has a FlatBuffer beside its Thrift, which has to change with it."""


def _edited(
    path: str,
    at: str,
    change: StructEdit,
    target: Target,
    registry: Registry,
    *,
    beside: str = "",
    removes: bool = False,
) -> Result:
    """`beside` is the path where there is a FlatBuffer, if it is another one there."""
    made: Edit | None = None

    def edit(footer: Footer) -> bytes:
        nonlocal made
        if tail_of_thrift(path, footer.source).form in (Form.PRIVATE, Form.MIGRATION):
            raise _FlatBufferError
        if at == FLATBUFFER:
            raise FormError("the file has no FlatBuffer: `inlay footer add` makes one")
        with about(path):
            made = change(struct_of(footer, registry), at)
        return made.footer if made is not None else footer.data

    try:
        outcome = edit_footer(path, edit, target=target)
    except (UnsupportedFooterError, _FlatBufferError):
        outcome, made = edit_beside_flat(
            path, beside or at, change, target, registry, removes=removes
        )
    return Result(outcome, made)
