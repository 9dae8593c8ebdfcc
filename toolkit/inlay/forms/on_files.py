"""The steps from form to form, carried out on a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from inlay.footer import decode_footer
from inlay.footer.source import Seekable
from inlay.footer.tail import FooterBytes
from inlay.forms.tail import Form, Tail, read_tail
from inlay.rewrite.budget import check_size
from inlay.rewrite.change import Change, Outcome, Target
from inlay.rewrite.errors import RewriteError
from inlay.rewrite.footer_edit import refuse_protected
from inlay.rewrite.publish import edit_tail
from inlay.rewrite.system import POSIX, System

Step: TypeAlias = Callable[[Tail], bytes]
DEFAULT_TARGET = Target()


def change_form(
    path: str, step: Step, *, target: Target = DEFAULT_TARGET, system: System = POSIX
) -> Outcome:
    """Takes the file to the form that `step` makes the tail of.

    Raises FormError and RefusedError where it may not be, ChangedError where the file changed
    underneath, and what reading a footer raises.
    """
    made = b""

    def plan(source: Seekable) -> Change:
        nonlocal made
        tail = read_tail(source)
        if tail.form is not Form.FINAL:
            _refuse_protected(tail, target.allow)
        made = step(tail)
        check_size("the footer", len(made), target.allow)
        return Change(tail.offset, made)

    def check(file: Seekable) -> None:
        tail = read_tail(file)
        if tail.findings:
            raise RewriteError(
                f"{path}: the new footer reads back with findings: {tail.findings[0]}"
            )

    return edit_tail(path, plan, check=check, target=target, system=system)


def _refuse_protected(tail: Tail, allow: frozenset[str]) -> None:
    magic = b"PARE" if tail.form is Form.ENCRYPTED else b"PAR1"
    footer = FooterBytes(tail.path, tail.file_size, tail.offset, tail.thrift, magic)
    refuse_protected(decode_footer(footer), allow - {"signed", "encrypted"})
