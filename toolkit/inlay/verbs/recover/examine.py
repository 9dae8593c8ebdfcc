"""What is wrong with the footer of a file, and what can be made of it: a proposal, or the word that helps."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from inlay.footers.footer.diagnose import LOOK
from inlay.footers.footer.errors import COPY_AGAIN, FooterError, UnsupportedFooterError
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import ends_in_design
from inlay.ground.files.source import open_source, read_at, size_of
from inlay.ground.wording.amounts import count
from inlay.tables.scan.named import NamedFile, is_another_kind
from inlay.verbs.recover.candidate import Candidate, Confidence
from inlay.verbs.recover.candidates import Search, search
from inlay_runtime.finding import Finding

if TYPE_CHECKING:
    from inlay.footers.footer.footer import Footer
    from inlay.ground.files.source import Seekable

WITHOUT_FLATBUFFER: Final = (
    "its Thrift footer is read; `inlay footer revert --trust thrift` takes the FlatBuffers footer out, and with it "
    "whatever else that held"
)
WITHOUT_DESIGN: Final = (
    "its Thrift footer is read; `inlay footer revert --trust thrift` takes the design out, and `inlay footer add --design` "
    "makes it anew"
)
ON_PURPOSE: Final = (
    "if the Thrift footer was changed on purpose: `inlay footer revert --trust thrift` keeps it"
)
REBUILD: Final = "else `inlay recover FILE --rebuild --like OTHER` reads the pages back, by a file with the same columns"
OF_FLATBUFFER: Final = ("size-crc", "bounds", "data-crc", "verifier", "design-head")
SLOTS_ONLY: Final = "`inlay footer revert --trust flatbuffer` takes what its other slots say"


@dataclass(frozen=True, slots=True)
class Examination:
    """`finding` is None for a file whose footers are whole; its hint is what to do besides taking a candidate, or where
    there is none. `searched_from` is where the search for footers ended, going back.
    """

    finding: Finding | None = None
    candidates: tuple[Candidate, ...] = ()
    searched_from: int | None = None
    can_be_read: bool = False


def best_of(examination: Examination) -> Candidate | None:
    """The one to take where nobody chooses."""
    best = examination.candidates[0] if examination.candidates else None
    return best if best is not None and best.confidence is not Confidence.LOW else None


def examine(path: str, *, is_listed: bool = False) -> Examination:
    """Reads the footer and, where that fails, looks for others; not in a file that a folder led to (`is_listed`) and
    that does not claim to be Parquet.

    Raises FooterError for a file that has none, with how far was searched; OSError for one that cannot be read.
    """
    try:
        footer = read_footer(path).validate()
    except UnsupportedFooterError:
        raise
    except FooterError as error:
        if is_another_kind(NamedFile(path, is_listed), error):
            raise
        with open_source(path) as file:
            size = size_of(file)
            result = search(file)
        if not result.candidates:
            raise _explain_not_found(error, result, size) from error
        finding = replace(error.finding, hint="")  # which is to look for what has been found
        return Examination(finding, result.candidates, result.start)
    if not footer.findings:
        return _compare(footer)
    with open_source(path) as file:
        return _with_findings(footer, file)


def _with_findings(footer: Footer, file: Seekable) -> Examination:
    """A file that is read though one of its footers is damaged: only a FlatBuffer tells what to make of it."""
    # Only now: what reads FlatBuffers takes its time to import.
    from inlay.footers.designs.flatbuffers.evidence import DISAGREES

    finding = footer.findings[0]
    result = search(file)
    better = tuple(
        candidate
        for candidate in result.candidates
        if candidate.new_tail
        and not candidate.alone_in
        and not _stands_there(file, candidate, footer.file_size)
    )
    if better:
        advice = ON_PURPOSE if finding.code == DISAGREES else ""
    elif not footer.end.has_thrift:
        advice = SLOTS_ONLY
    else:
        advice = _without(footer) if footer.second.field is None else ON_PURPOSE
    damage = replace(finding, what=_describe(footer, finding), hint=advice)
    return Examination(damage, better, result.start, can_be_read=True)


def _without(footer: Footer) -> str:
    return WITHOUT_DESIGN if ends_in_design(footer.data) else WITHOUT_FLATBUFFER


def _describe(footer: Footer, finding: Finding) -> str:
    """The finding, with what it is about."""
    if finding.code not in OF_FLATBUFFER:
        return finding.what
    name = "design beside the Thrift" if ends_in_design(footer.data) else "FlatBuffers footer"
    return f"its {name} is damaged: {finding.what}"


def _stands_there(file: Seekable, candidate: Candidate, size: int) -> bool:
    return read_at(file, candidate.offset, size - candidate.offset) == candidate.new_tail


def _compare(footer: Footer) -> Examination:
    """Nothing vouches for the Thrift of a file of the version before: whether both footers agree takes a comparison."""
    second = footer.second
    if not footer.end.has_flatbuffer or second.field is None or second.agrees is not None:
        return Examination()
    from inlay.changes.life_cycle.steps import restore_thrift
    from inlay.ground.refusals import FormError

    try:
        restore_thrift(footer)
    except FormError as error:
        what, _, advice = str(error).partition("; ")
        finding = Finding("disagree", footer.offset, what, hint=advice)
        return Examination(finding, can_be_read=True)
    return Examination()


def _explain_not_found(error: FooterError, result: Search, size: int) -> FooterError:
    if size == 0:
        return error
    searched = (
        "all of the file was searched for another footer"
        if result.start == 0
        else f"the last {count(size - result.start, 'byte')}, from offset {result.start:,} on, were searched for another footer"
    )
    what = f"{error.what}; {searched}, and none was found"
    hint = f"{COPY_AGAIN}; {REBUILD}" if error.hint == LOOK else error.hint
    if "inlay recover" in hint:
        hint = f"take the file from a backup or write it again; {REBUILD}"
    return FooterError(error.path, error.offset, what, hint, error.code)
