"""What a migration does to one file, and how that is undone: the functions of the toolkit, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from inlay.extensions.on_files import seal_file
from inlay.forms.life_cycle import FormError, footers_again, original_thrift, thrift_tail
from inlay.forms.on_files import change_form
from inlay.forms.tail import Form, Tail
from inlay.rewrite import Change, Outcome, Target, edit_tail
from inlay.rewrite.errors import RefusedError
from inlay_spark.migration.rows import Staged

_OURS: Final = {
    form.value: form for form in (Form.THRIFT, Form.PRIVATE, Form.MIGRATION, Form.FINAL)
}
_SEAL: Final = "seal"
_ENCODING: Final = "encoding"
OPERATIONS: Final = (*_OURS, _SEAL, _ENCODING)


@dataclass(frozen=True, slots=True)
class Operation:
    """One of OPERATIONS. For `encoding`, `columns` are names or globs (none: those that pay) and
    `encoding` the name of the plug-in; `allow` are refusals that are overridden.

    Raises RefusedError for what does not go together.
    """

    name: str
    columns: tuple[str, ...] = ()
    encoding: str = ""
    allow: tuple[str, ...] = field(default_factory=tuple[str, ...])

    def __post_init__(self) -> None:
        if self.name not in OPERATIONS:
            known = ", ".join(OPERATIONS)
            reason = f"there is no operation {self.name!r}; there are {known}"
            raise RefusedError("operation", reason)
        if self.name != _ENCODING and (self.columns or self.encoding):
            raise RefusedError("operation", f"columns have encodings, and {self.name} has none")

    @property
    def moves_data(self) -> bool:
        return self.name == _ENCODING

    def apply(self, path: str, target: Target) -> Outcome:
        """Writes `target.output`; raises what the toolkit's functions raise."""
        if self.name in _OURS:
            return change_form(path, _step_to(_OURS[self.name]), target=target)
        if self.name == _SEAL:
            return seal_file(path, target=target).outcome
        from inlay_spark.migration.encodings import add_encodings

        return add_encodings(path, self.columns, self.encoding, target)

    def undo(self, row: Staged, target: Target) -> Outcome:
        """Writes the old file, from the new one and what the journal knows."""
        if self.moves_data:
            from inlay.encoding.on_files import strip_file

            return strip_file(row.path, target=target).outcome
        return edit_tail(row.path, lambda _: Change(row.keep, row.old_tail), target=target)


def _step_to(form: Form) -> Callable[[Tail], bytes]:
    def step(tail: Tail) -> bytes:
        if tail.form.value not in _OURS:
            raise FormError(f"a file of the form {tail.form.value} is not migrated")
        original = original_thrift(tail)
        return thrift_tail(original) if form is Form.THRIFT else footers_again(form, original)

    return step
