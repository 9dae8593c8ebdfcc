"""The steps from form to form, carried out on a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from inlay.extensions.budget import check_size
from inlay.files.source import Seekable
from inlay.footer import decode_footer
from inlay.footer.footer import Footer
from inlay.footer.form import Form
from inlay.footer.read import read_footer
from inlay.footer.tail import FooterBytes
from inlay.life_cycle.edit_footer import refuse_protected
from inlay.refusals import RefusedError
from inlay.rewrite.change import Change, Outcome, Target
from inlay.rewrite.errors import RewriteError
from inlay.rewrite.publish import edit_tail
from inlay.rewrite.system import POSIX, System

Step: TypeAlias = Callable[[Footer], bytes]
DEFAULT_TARGET = Target()


def change_form(
    path: str, step: Step, *, target: Target = DEFAULT_TARGET, system: System = POSIX
) -> Outcome:
    """Takes the file to the form that `step` makes the tail of.

    Raises FormError and RefusedError where it may not be, ChangedError where the file changed
    underneath, and what reading a footer raises.
    """
    made = b""
    is_checked = False
    warnings: list[str] = []

    def plan(source: Seekable) -> Change:
        nonlocal made
        tail = read_footer(source)
        if tail.form is not Form.FINAL:
            _refuse_protected(tail, target.allow)
        made = step(tail)
        if len(made) > tail.file_size - tail.offset:
            warnings.extend(check_size("the footer", len(made), target.allow))
        return Change(tail.offset, made)

    def check(file: Seekable) -> None:
        """Once: by the time it is called again, what was written has been compared with `made`."""
        nonlocal is_checked
        if is_checked:
            return
        tail = read_footer(file)
        if tail.flat.findings:
            raise RewriteError(
                f"{path}: the new footer reads back with findings: {tail.flat.findings[0]}"
            )
        is_checked = True

    outcome = edit_tail(path, plan, check=check, target=target, system=system)
    return replace(outcome, warnings=(*warnings, *outcome.warnings))


def _refuse_protected(tail: Footer, allow: frozenset[str]) -> None:
    """RefusedError for a footer of which something would be lost to those who read the Thrift."""
    if tail.form is Form.ENCRYPTED:
        reason = "the footer is encrypted: without its key there is nothing to make a FlatBuffer of"
        raise RefusedError("encrypted", reason)
    if tail.flatbuffer is not None:
        return  # when that was added, it was allowed
    footer = decode_footer(FooterBytes(tail.path, tail.file_size, tail.offset, tail.own_thrift))
    refuse_protected(footer, allow)
    assert footer.metadata is not None
    remainder = footer.metadata.remainder
    behind = remainder.trailing if remainder is not None else b""
    if behind and not footer.signature and "trailing" not in allow:
        reason = (
            f"{len(behind):,} bytes follow the struct of the footer; the trailer of a FlatBuffer has to "
            "stay last, so the FlatBuffer alone would keep them, until the file is reverted"
        )
        raise RefusedError("trailing", reason, "--allow trailing")
