"""Extensions added to and taken from files: `inlay ext` and `inlay seal` as functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from inlay.containers import REGISTRY, Entry, Registry, wrap
from inlay.extensions import edit as edits
from inlay.extensions.edit import Edit, Options
from inlay.extensions.footer_struct import FooterStruct, about, struct_of
from inlay.footer import Footer
from inlay.rewrite.change import Outcome, Target
from inlay.rewrite.footer_edit import edit_footer


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
    return _edited(path, lambda struct: edits.append(struct, entry, at, options), target, registry)


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
    return _edited(path, lambda struct: edits.strip(struct, uuid, at, raw=raw), target, registry)


def seal_file(
    path: str,
    *,
    options: Options = edits.DEFAULT,
    target: Target = DEFAULT_TARGET,
    registry: Registry = REGISTRY,
) -> Result:
    """Adds the seal, unless there is one that agrees."""
    return _edited(path, lambda struct: edits.seal(struct, options), target, registry)


def _edited(
    path: str,
    change: Callable[[FooterStruct], Edit | None],
    target: Target,
    registry: Registry,
) -> Result:
    made: Edit | None = None

    def edit(footer: Footer) -> bytes:
        nonlocal made
        with about(path):
            made = change(struct_of(footer, registry))
        return made.footer if made is not None else footer.source.data

    outcome = edit_footer(path, edit, target=target)
    return Result(outcome, made)
