"""Writes a file that ends in a footer that was found; the damaged one stays as it is."""

from __future__ import annotations

from inlay.changes.rewrite.change import Change, Outcome, Target
from inlay.changes.rewrite.publish import edit_tail
from inlay.footers.footer.known_ends import end_of_form
from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Seekable, read_at
from inlay.verbs.recover.candidate import Candidate


def write_candidate(path: str, candidate: Candidate, target: Target) -> Outcome:
    """The data before the footer, the footer, and a new end. `target` names an output."""

    def plan(source: Seekable) -> Change:
        return Change(candidate.offset, candidate.new_tail or _as_it_lies(source, candidate))

    def check(file: Seekable) -> None:
        read_footer(file).validate()

    return edit_tail(path, plan, check=check, target=target)


def _as_it_lies(source: Seekable, candidate: Candidate) -> bytes:
    footer = read_at(source, candidate.offset, candidate.length)
    return end_of_form(candidate.form).frame(footer)
