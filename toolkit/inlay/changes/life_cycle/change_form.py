"""The steps from form to form, carried out on a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from inlay.changes.life_cycle.plan_footer import refuse_protected
from inlay.changes.rewrite.change import Change, Outcome, Planned, Target
from inlay.changes.rewrite.errors import RewriteError
from inlay.changes.rewrite.publish import edit_planned
from inlay.changes.rewrite.system import POSIX, System
from inlay.footers.extensions.budget import check_size
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Seekable
from inlay.ground.refusals import CLOSED, RefusedError
from inlay.ground.wording.amounts import count

Step: TypeAlias = Callable[[Footer], bytes]
"""The new tail."""

T = TypeVar("T")
DEFAULT_TARGET = Target()


def change_form(
    path: str, step: Step, *, target: Target = DEFAULT_TARGET, system: System = POSIX
) -> Outcome:
    """Takes the file to the form that `step` makes the tail of.

    Raises FormError and RefusedError where it may not be, ChangedError where the file changed
    underneath, and what reading a footer raises.
    """

    def plan(source: Seekable) -> Planned[None]:
        footer = read_footer(source)
        require_changeable(footer, target.allow)
        return plan_tail(footer, step(footer), None, target)

    return edit_planned(path, plan, target=target, system=system).outcome


def plan_tail(footer: Footer, new: bytes, result: T, target: Target) -> Planned[T]:
    """The change that puts the tail `new` in the place of the footer's; `result` is what came of making it."""
    before, warnings = footer.file_size - footer.offset, list[str]()
    if len(new) > before:
        warnings = check_size("the footer", len(new), target.allow, before=before)
    return Planned(Change(footer.offset, new), result, tuple(warnings), _ReadBack(footer.path))


class _ReadBack:
    """Once: when it is called again, what was written has been compared with what was checked."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._is_done = False

    def __call__(self, file: Seekable) -> None:
        if self._is_done:
            return
        findings = read_footer(file).second.findings
        if findings:
            raise RewriteError(
                f"{self._path}: the new footer reads back with findings: {findings[0]}"
            )
        self._is_done = True


def require_changeable(footer: Footer, allow: frozenset[str]) -> None:
    """RefusedError for a footer of which something would be lost to those who read the Thrift."""
    if footer.is_encrypted:
        raise RefusedError("encrypted", CLOSED)
    if footer.flatbuffer is not None or footer.second.design is not None:
        return  # when that was added, it was allowed
    refuse_protected(footer, allow)
    remainder = footer.metadata.remainder
    behind = remainder.trailing if remainder is not None else b""
    if behind and not footer.signature and "trailing" not in allow:
        reason = (
            f"{count(len(behind), 'byte follows', 'bytes follow')} the struct of the footer; the trailer of a FlatBuffer has to "
            "stay last, so the FlatBuffer alone would keep them, until the file is reverted"
        )
        raise RefusedError("trailing", reason, "--allow trailing")
