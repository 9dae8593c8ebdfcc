"""Extensions added to and taken from files: `inlay ext`, `inlay seal` and `inlay footer index` as functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from inlay.changes.life_cycle.beside_flat import StructEdit, edit_beside_flat
from inlay.changes.life_cycle.change_form import plan_tail, require_changeable
from inlay.changes.life_cycle.extension_list import FLATBUFFER
from inlay.changes.life_cycle.plan_footer import plan_footer, refuse_protected, require_editable
from inlay.changes.rewrite.change import Outcome, Planned, Target
from inlay.changes.rewrite.publish import edit_planned
from inlay.footers.containers import INDEX, Entry, wrap
from inlay.footers.extensions import edit as edits
from inlay.footers.extensions.edit import ExtensionEdit, Options
from inlay.footers.extensions.struct_bytes import StructBytes, name_file_in_errors
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Seekable
from inlay.ground.mistakes import NoExtensionError
from inlay.ground.refusals import FormError


@dataclass(frozen=True, slots=True)
class ExtensionResult:
    """What became of the file, and what was done to its footer; None if nothing had to be."""

    outcome: Outcome
    edit: ExtensionEdit | None

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
) -> ExtensionResult:
    """Puts `data` into a container for `uuid`, and that into the struct that `at` names; without a UUID
    the data is the payload."""
    payload = wrap(data, uuid, kind=kind) if uuid is not None else data
    entry = Entry(uuid, payload)
    return _edit(
        path,
        at,
        lambda struct, place: edits.append(struct, entry, place, options),
        target,
    )


def strip_from_file(
    path: str,
    uuid: UUID | None = None,
    *,
    raw: bool = False,
    at: str | Sequence[str] = "",
    target: Target = DEFAULT_TARGET,
) -> ExtensionResult:
    """Takes out the extension with this UUID, the raw one, or the only one; of each of several structs, in one step."""
    first, *others = [at] if isinstance(at, str) else sorted(set(at), key=lambda it: (len(it), it))

    def change(struct: StructBytes, place: str) -> ExtensionEdit:
        edit = edits.strip(struct, uuid, place, raw=raw)
        for other in others:
            before = edit
            edit = edits.strip(struct.with_data(before.footer), uuid, other, raw=raw)
            edit = replace(edit, before=(*before.before, before))
        return edit

    return _edit(
        path,
        first,
        change,
        target,
        removes=True,
    )


def seal_file(
    path: str,
    *,
    options: Options = edits.DEFAULT,
    target: Target = DEFAULT_TARGET,
) -> ExtensionResult:
    """Adds the seal, unless there is one that agrees; to the FlatBuffer's slot, if there is one."""

    def change(struct: StructBytes, _place: str) -> ExtensionEdit | None:
        return edits.seal(struct, options)

    return _edit(path, "", change, target, beside=FLATBUFFER)


def add_index(
    path: str,
    *,
    options: Options = edits.DEFAULT,
    target: Target = DEFAULT_TARGET,
) -> ExtensionResult:
    """Adds the index, or makes it anew where it is not what it should be; to the FlatBuffer's slot, if there is one."""

    def change(struct: StructBytes, _place: str) -> ExtensionEdit | None:
        return edits.add_index(struct, options)

    return _edit(path, "", change, target, beside=FLATBUFFER)


def strip_index(path: str, *, target: Target = DEFAULT_TARGET) -> ExtensionResult:
    """Takes the index out. Raises NoExtensionError where there is none."""

    def change(struct: StructBytes, place: str) -> ExtensionEdit:
        try:
            return edits.strip(struct, INDEX, place)
        except NoExtensionError:
            raise NoExtensionError("the footer has no index") from None

    return _edit(path, "", change, target, beside=FLATBUFFER, removes=True)


def _edit(
    path: str,
    at: str,
    change: StructEdit,
    target: Target,
    *,
    beside: str = "",
    removes: bool = False,
) -> ExtensionResult:
    """`beside` is the path where there is a FlatBuffer, if it is another one there."""

    def plan(source: Seekable) -> Planned[ExtensionEdit | None]:
        footer = read_footer(source)
        with name_file_in_errors(path):
            if footer.end.has_flatbuffer:
                return _plan_beside_flat(footer, beside or at, change, target, removes=removes)
            return _plan_in_thrift(footer, at, change, target)

    done = edit_planned(path, plan, target=target)
    return ExtensionResult(done.outcome, done.result)


def _plan_in_thrift(
    footer: Footer, at: str, change: StructEdit, target: Target
) -> Planned[ExtensionEdit | None]:
    require_editable(footer, target.allow)
    if at == FLATBUFFER:
        raise FormError("the file has no FlatBuffer: `inlay footer add` makes one")
    edit = change(footer.struct(), at)
    if footer.second.design is not None and edit is not None and not edit.carrier.is_root:
        raise FormError(
            f"the {footer.second.name} beside the Thrift would not say the same any more: `inlay footer revert` takes it out, "
            "and `inlay footer add --design` makes it anew after the change"
        )
    new = edit.footer if edit is not None else footer.data
    return plan_footer(footer, new, edit, target)


def _plan_beside_flat(
    footer: Footer,
    at: str,
    change: StructEdit,
    target: Target,
    *,
    removes: bool,
) -> Planned[ExtensionEdit | None]:
    if footer.end.has_thrift:
        refuse_protected(footer.validate(), target.allow)
    require_changeable(footer, target.allow)
    new, edit = edit_beside_flat(footer, at, change, removes=removes)
    return plan_tail(footer, new, edit, target)
