"""`inlay.edit_footer`: any other footer behind the same data, with a word about what it contradicts."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Final, cast

from inlay.changes.life_cycle.plan_footer import plan_footer, require_editable
from inlay.changes.rewrite.change import Outcome, Planned, Target
from inlay.changes.rewrite.publish import edit_planned
from inlay.changes.rewrite.system import POSIX, System
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.read import read_footer
from inlay.ground.files.paths import AnyPath, require_path
from inlay.ground.files.source import Seekable
from inlay.ground.keywords import check_keywords
from inlay.ground.mistakes import RequestError
from inlay.ground.wording.amounts import count
from inlay.pages.engine.readable import FooterWarning
from inlay.verbs.verify.verify_footer import verify_footer
from inlay_runtime.errors import InlayError

DEFAULT_TARGET: Final = Target()
_MOST_WARNINGS: Final = 20


@check_keywords
def edit_footer(
    path: AnyPath,
    edit: Callable[[Footer], bytes],
    *,
    target: Target = DEFAULT_TARGET,
    system: System = POSIX,
) -> Outcome:
    """Puts the footer that `edit` makes behind the same data, under the same magic, in the file at a path or URL.

    It is raw: nothing follows, neither names in chunks nor copies of the schema and of key-value pairs (`inlay.set_metadata` does
    that). What `inlay.verify` finds in the new footer and not in the old one is a FooterWarning each, and among the `warnings` of the outcome, twenty at most.
    Raises FormError for a final file, RefusedError for one that cryptography protects, what reading a footer raises
    and what `edit` does, TypeError unless `edit` is a function that returns bytes, and RequestError for bytes that are not a footer.
    """
    if not callable(edit):
        what = "which is given the footer and returns the new one as bytes"
        raise TypeError(f"edit_footer takes a function, {what}: not {type(edit).__name__}")

    contradictions: list[str] = []

    def plan(source: Seekable) -> Planned[None]:
        footer = read_footer(source)
        require_editable(footer, target.allow)
        new = cast("object", edit(footer))
        if not isinstance(new, bytes):
            what = "such as those of `footer.metadata.encode()`"
            raise TypeError(f"edit returns bytes, {what}: not {type(new).__name__}")
        planned = plan_footer(footer, new, None, target)
        contradictions[:] = _list_contradictions(footer, new)
        return replace(planned, warnings=(*planned.warnings, *contradictions))

    path = require_path(path, "edit_footer")
    outcome = edit_planned(path, plan, target=target, system=system).outcome
    for warning in contradictions:
        warnings.warn(f"{path}: {warning}", FooterWarning, stacklevel=3)
    return outcome


def _list_contradictions(footer: Footer, new: bytes) -> list[str]:
    """Findings that the new footer has and the old one has not. Raises RequestError for one that cannot be read."""
    try:
        findings = verify_footer(_with_data(footer, new)).findings
    except InlayError as error:
        said = str(error).partition("\n")[0].removeprefix(f"{footer.path}: ")
        what = f"edit returned {count(len(new), 'byte')} that are not a footer: {said}"
        raise RequestError(f"{footer.path} is unchanged: {what}") from error
    if not findings:
        return []
    # `edit` may have changed the metadata of the footer that it was given: the old one is decoded again. Offsets move with the
    # bytes, and a finding that was there stays the same one.
    before = verify_footer(_with_data(footer, footer.data)).findings
    known = {(it.code, it.at, it.what) for it in before}
    contradictions = [it.sentence for it in findings if (it.code, it.at, it.what) not in known]
    if (more := len(contradictions) - _MOST_WARNINGS) > 0:
        contradictions[_MOST_WARNINGS:] = [
            f"and {count(more, 'finding')} more: `inlay verify` has them all"
        ]
    return contradictions


def _with_data(footer: Footer, data: bytes) -> Footer:
    size = footer.file_size + len(data) - len(footer.data)
    return Footer(footer.path, size, footer.offset, data, footer.magic, footer.head, footer.source)
