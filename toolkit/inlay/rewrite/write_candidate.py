"""Writes a file that ends in a footer that was found; the damaged one stays as it is."""

from __future__ import annotations

from inlay.files.source import Seekable, read_at
from inlay.footer.final import final_tail
from inlay.footer.form import Form
from inlay.footer.magic import PLAIN
from inlay.footer.trailer import tail_of
from inlay.forms.as_footer import read_as_footer
from inlay.recover.candidates import Candidate
from inlay.rewrite.change import Change, Outcome, Target
from inlay.rewrite.publish import edit_tail
from inlay.rewrite.system import POSIX, System


def write_candidate(
    path: str, candidate: Candidate, target: Target, system: System = POSIX
) -> Outcome:
    """The data before the footer, the footer, and a new end. `target` names an output."""

    def plan(source: Seekable) -> Change:
        return Change(candidate.offset, candidate.made or _as_it_lies(source, candidate))

    def check(file: Seekable) -> None:
        read_as_footer(file)

    return edit_tail(path, plan, check=check, target=target, system=system)


def _as_it_lies(source: Seekable, candidate: Candidate) -> bytes:
    footer = read_at(source, candidate.offset, candidate.length)
    return final_tail(footer) if candidate.form is Form.FINAL else tail_of(footer, PLAIN)
