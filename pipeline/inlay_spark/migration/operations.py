"""What a migration does to one file, and how that is undone: the functions of the toolkit, by name."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from inlay.changes.life_cycle.change_form import change_form
from inlay.changes.life_cycle.edit_extension import seal_file
from inlay.changes.life_cycle.steps import build_tail, restore_thrift
from inlay.changes.rewrite import Change, Outcome, Target, edit_tail
from inlay.changes.rewrite.publish import require_permission
from inlay.changes.rewrite.system import POSIX
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.form import Form
from inlay.footers.footer.trailer import tail_of
from inlay.ground.files.paths import is_url
from inlay.ground.refusals import FormError, RefusedError
from inlay.verbs.geo.to_geoparquet import convert_to_geoparquet
from inlay.verbs.geo.to_native import convert_to_native
from inlay.verbs.index.add import add_index
from inlay.verbs.index.boxes import add_boxes
from inlay_spark.migration.file_state import tail_of as find_tail
from inlay_spark.migration.rows import Staged

_OURS: Final = {
    form.value: form for form in (Form.THRIFT, Form.PRIVATE, Form.MIGRATION, Form.FINAL, Form.DUAL)
}
_SEAL: Final = "seal"
_ENCODING: Final = "encoding"
COMPACT: Final = "compact"
INDEX: Final = "index"
TO_NATIVE: Final = "to-native"
TO_GEOPARQUET: Final = "to-geoparquet"
BOXES: Final = "boxes"
GEO: Final = (TO_NATIVE, TO_GEOPARQUET, BOXES)
"""As the commands of `inlay geo` are called."""

OPERATIONS: Final = (*_OURS, _SEAL, _ENCODING, COMPACT, INDEX, *GEO)

_IN_TABLES: Final = frozenset({"table"})


@dataclass(frozen=True, slots=True)
class Operation:
    """One of OPERATIONS. For `encoding`, `columns` are names or globs (none: those that pay) and
    `encoding` the name of the plug-in; `allow` are refusals that are overridden. For `compact`, smaller files than
    `target_size` bytes are put together; it is about several files, so `apply` and what follows it are not for it.
    For `dual`, `design` names what is put beside the Thrift. For `index`, `what` has the names of statements that are added, to `columns`
    (none: all). `crs` is for `to-native` and `to-geoparquet`, and `keep_key` for `to-native`: `inlay geo` has both.

    Raises RefusedError for what does not go together.
    """

    name: str
    columns: tuple[str, ...] = ()
    encoding: str = ""
    allow: tuple[str, ...] = field(default_factory=tuple[str, ...])
    target_size: int = 0
    design: str = ""
    what: tuple[str, ...] = ()
    crs: str = ""
    keep_key: bool = False

    def __post_init__(self) -> None:
        if self.name not in OPERATIONS:
            known = ", ".join(OPERATIONS)
            reason = f"there is no operation {self.name!r}; there are {known}"
            raise RefusedError("operation", reason)
        if (self.name == INDEX) != bool(self.what):
            raise RefusedError(
                "operation", "names of statements go with index alone, which needs some"
            )
        if self.name not in (_ENCODING, INDEX) and (self.columns or self.encoding):
            raise RefusedError("operation", f"columns have encodings, and {self.name} has none")
        if (self.name == COMPACT) != (self.target_size > 0):
            raise RefusedError(
                "operation", "a target size, of at least 1 byte, goes with compact alone"
            )

        if (self.name == Form.DUAL.value) != bool(self.design):
            raise RefusedError("operation", "a design goes with dual alone, which needs one")
        if self.crs and self.name not in (TO_NATIVE, TO_GEOPARQUET):
            reason = f"a reference system goes with {TO_NATIVE} and {TO_GEOPARQUET} alone"
            raise RefusedError("operation", reason)
        if self.keep_key and self.name != TO_NATIVE:
            raise RefusedError("operation", f"to keep the key goes with {TO_NATIVE} alone")

    @property
    def moves_data(self) -> bool:
        return self.name == _ENCODING

    def apply(self, path: str, target: Target) -> Outcome:
        """What the toolkit does for `target`; raises what its functions raise."""
        if self.name in _OURS:
            return change_form(path, _step_to(_OURS[self.name], self.design), target=target)
        if self.name == _SEAL:
            return seal_file(path, target=target).outcome
        if self.name == INDEX:
            columns = self.columns or None
            return add_index(path, what=self.what, columns=columns, target=target).outcome
        if self.name in GEO:
            return self._describe_geometries(path, target)
        from inlay_spark.migration.encodings import add_encodings

        if not is_url(path):  # before the file is looked into, as for the others
            require_permission(os.path.realpath(path), target, POSIX)
        return add_encodings(path, self.columns, self.encoding, target)

    def _describe_geometries(self, path: str, target: Target) -> Outcome:
        """What is said of a file beside its change is among the warnings."""
        crs = self.crs or None
        if self.name == BOXES:
            boxed = add_boxes(path, target=target)
            return replace(boxed.outcome, warnings=(*boxed.notes, *boxed.outcome.warnings))
        if self.name == TO_GEOPARQUET:
            done = convert_to_geoparquet(path, crs=crs, target=target)
        else:
            done = convert_to_native(path, crs=crs, keep_key=self.keep_key, target=target)
        return replace(done.outcome, warnings=done.warnings)

    def write(self, path: str, output: str) -> int | None:
        """Writes what the file becomes as `output`, which nobody has, and returns how many of its first bytes stay; None, and nothing is
        written, where that is what it is. What the file may be refused for, it is refused for."""
        allow = frozenset(self.allow)
        if self.moves_data:
            require_permission(os.path.realpath(path), Target(allow=allow), POSIX)
            target = Target(stands_in=True, output=output, allow=allow | _IN_TABLES)
            return find_tail(path)[0] if self.apply(path, target).changed else None
        outcome = self.apply(path, Target(stands_in=True, dry_run=True, allow=allow))
        change = outcome.change
        if not outcome.changed or change is None:
            return None
        edit_tail(path, lambda _: change, target=_aside(output))
        return change.keep

    def undo(self, row: Staged, output: str) -> int | None:
        """Writes the old file as `output`, from the new one and what the journal knows; what it returns is as in `write`."""
        target = _aside(output)
        if self.moves_data:
            from inlay.pages.encodings.on_files import strip_file

            stripped = strip_file(row.path, target=target).outcome.changed
            return find_tail(row.path)[0] if stripped else None
        undone = edit_tail(row.path, lambda _: Change(row.keep, row.old_tail), target=target)
        return row.keep if undone.changed else None


def _aside(output: str) -> Target:
    """A hidden name beside a file; whether that may get another one in its place was asked about itself."""
    return Target(stands_in=True, output=output, allow=_IN_TABLES)


def _step_to(form: Form, design: str) -> Callable[[Footer], bytes]:
    def step(footer: Footer) -> bytes:
        if footer.form.value not in _OURS:
            raise FormError(f"a file of the form {footer.form.value} is not migrated")
        original = restore_thrift(footer)
        if form is Form.DUAL:
            # Only now: designs answer by pyarrow.
            from inlay.pages.engine.design_tail import put_design_beside

            return put_design_beside(footer, original, design)
        return tail_of(original) if form is Form.THRIFT else build_tail(form, original)

    return step
