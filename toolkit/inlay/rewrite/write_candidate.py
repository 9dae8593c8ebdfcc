"""Writes a file that ends in a footer that was found; the damaged one stays as it is."""

from __future__ import annotations

from inlay.footer import decode_footer, read_footer_bytes
from inlay.footer.magic import PLAIN
from inlay.footer.source import Seekable
from inlay.rewrite.candidates import Candidate
from inlay.rewrite.change import Change, Outcome, Target
from inlay.rewrite.footer_edit import tail_of
from inlay.rewrite.opened import OpenFile
from inlay.rewrite.publish import edit_tail
from inlay.rewrite.system import POSIX, System


def write_candidate(
    path: str, candidate: Candidate, target: Target, system: System = POSIX
) -> Outcome:
    """The data before the footer, the footer, and a new length and magic. `target` names an output."""

    def plan(source: OpenFile) -> Change:
        footer = source.read_exactly(candidate.offset, candidate.length)
        return Change(candidate.offset, tail_of(footer, PLAIN))

    def check(file: Seekable) -> None:
        decode_footer(read_footer_bytes(file))

    return edit_tail(path, plan, check=check, target=target, system=system)
