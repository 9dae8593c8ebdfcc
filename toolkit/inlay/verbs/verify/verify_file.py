"""All that `inlay verify` finds about a file: of its footer, and on demand of the data that it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inlay.footers.extensions.listing import ListedExtension
from inlay.footers.footer.form import Form
from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Seekable, Source, open_source
from inlay.ground.keywords import check_keywords
from inlay.ground.mistakes import RequestError
from inlay.ground.schema_copies.keys import GEO
from inlay.ground.wording.amounts import count
from inlay.ground.wording.told import format_html, join_lines
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.verbs.verify.advice import ADVICE
from inlay.verbs.verify.data import Walked, check_data
from inlay.verbs.verify.explained import ExplainedFinding, explain_findings, find_writer_name
from inlay.verbs.verify.held_pages import HeldPages
from inlay.verbs.verify.reachable_chunks import ReachableChunks
from inlay.verbs.verify.subjects import FooterSubject
from inlay.verbs.verify.values.said import Audited, choose_row_groups
from inlay.verbs.verify.verify_footer import verify_footer
from inlay_runtime.finding import Finding
from inlay_runtime.public_home import public_in

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys, KeyRetriever
    from inlay.footers.footer.footer import Footer
    from parquet_format.parquet import FileMetaData


@public_in("inlay")
@dataclass(frozen=True, slots=True, repr=False)
class Verification:
    """What `inlay.verify` says of a file.

    `seal` is `agrees`, `broken`, `none`, `not needed`, `unprotected`, `encrypted`, `signed` or `unsigned`; `walked` says how much of the data was looked at, None if none was asked for. `path` is what errors call the file.
    `audited` says how many chunks were held against their values, and which were not. `writer` is who wrote the file, empty where the
    footer does not say. `explained` has each of the `findings`, with the known defect of the writer that explains it. `advice` is
    what is not wrong, and readers take in different ways.

    Offsets of findings count from the start of the file.
    """

    form: Form
    seal: str
    extensions: tuple[ListedExtension, ...]
    findings: tuple[Finding, ...]
    walked: Walked | None = None
    path: str = ""
    audited: Audited | None = None
    writer: str = ""
    explained: tuple[ExplainedFinding, ...] = ()
    advice: tuple[Finding, ...] = ()

    is_closed: bool = False
    """Nothing of what was asked for could be looked at for want of a key: no finding is no good news then."""

    def __repr__(self) -> str:
        said = count(len(self.findings), "finding")
        return f"<Verification of {self.path!r}: {self.form.value}; seal: {self.seal}; {said}>"

    def __str__(self) -> str:
        """What `inlay verify` prints."""
        return join_lines(self._list_lines())

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return format_html(self._list_lines())

    def _list_lines(self) -> Iterator[str]:
        from inlay.verbs.verify.text import list_lines

        return list_lines(self)


@check_keywords
def verify(
    source: Source,
    *,
    data: bool = False,
    values: bool = False,
    sample: int | None = None,
    progress: Progress = ignore_progress,
    keys: EncryptionKeys | KeyRetriever | None = None,
) -> Verification:
    """Checks a file of any form: its footer, with `data` page headers, page CRCs, indexes and Bloom filters too, and with `values` all
    that, and what the file says of its values against these. `progress` is then told how many bytes of the file are done.

    `sample` are the row groups of which values are read, at equal distances; without it, all are. docs/verify.md has what each check
    promises. Without `values` nothing is decoded but small chunks of numbers, and no more than 64 KiB of pages and the indexes of
    one column chunk are in memory; with it, up to the largest and 64 MiB are. What none of `keys` opens is counted. Raises
    FooterError for a file whose footer cannot be read, OSError for one that cannot be read, RequestError for a `sample` without `values`, or of less than 1.
    """
    _check_sample(sample, values)
    footer = read_footer(source, keys=keys)
    verdict = verify_footer(footer)
    walked = Walked() if data or values else None
    audited = Audited() if values else None
    findings, advice = list(verdict.findings), list[Finding]()
    if walked is not None and footer.is_encrypted:
        walked.is_sealed = True
    elif walked is not None:
        shown, metadata = _decrypt(source, footer, keys)
        with open_source(shown) as file:
            walk_progress = ignore_progress if values else progress
            placed = FooterSubject(metadata, footer.offset)
            of_values: list[Finding] = []
            held = HeldPages()
            if audited is not None:
                of_values += _audit(shown, file, placed, audited, held, sample, progress)
            findings += check_data(file, placed, walked, walk_progress, held)
            findings += (each for each in of_values if each.code not in ADVICE)
            advice += (each for each in of_values if each.code in ADVICE)
    return Verification(
        footer.form,
        verdict.seal,
        verdict.extensions,
        tuple(findings),
        walked,
        footer.path,
        audited,
        find_writer_name(footer),
        explain_findings(footer, findings),
        tuple(advice),
        footer.is_encrypted or _is_closed(walked),
    )


def _is_closed(walked: Walked | None) -> bool:
    return walked is not None and not walked.chunks and walked.encrypted > 0


def _decrypt(
    source: Source, footer: Footer, keys: EncryptionKeys | KeyRetriever | None
) -> tuple[Source, FileMetaData]:
    """What pages are read of, and the footer of that."""
    if keys is None:
        return source, footer.metadata
    from inlay.pages.engine.decrypted_file import decrypt

    shown = decrypt(source, keys)
    return shown, footer.metadata if shown is source else read_footer(shown).metadata


def _check_sample(sample: int | None, values: bool) -> None:
    if sample is None:
        return
    if not values:
        raise RequestError("a sample is of row groups whose values are read: ask for values, too")
    if sample < 1:
        raise RequestError(f"a sample has 1 row group or more, not {sample:,}")


def _audit(
    source: Source,
    file: Seekable,
    placed: FooterSubject,
    audited: Audited,
    held: HeldPages,
    sample: int | None,
    progress: Progress,
) -> Iterator[Finding]:
    from inlay.verbs.verify.values.audit import AuditedFile, audit_values
    from inlay.verbs.verify.values.audit_rows import audit_rows, note_other_encodings
    from inlay.verbs.verify.values.audited_rows import list_rows

    metadata = placed.metadata
    chosen = choose_row_groups(len(metadata.row_groups), sample)
    audited.row_groups, audited.of_row_groups = len(chosen), len(metadata.row_groups)
    chunks = ReachableChunks(placed, chosen)
    pairs = metadata.key_value_metadata or ()
    geo = next((pair.value or "" for pair in pairs if pair.key == GEO), "")
    rows = list_rows(chunks, placed.leaves, geo)
    places = ((chunk.group_at, chunk.at) for it in rows for chunk in it.chunks)
    sizes: dict[tuple[int, int], int | None] = dict.fromkeys(places)
    subject = AuditedFile(file, metadata, placed.offset, geo)
    yield from audit_values(subject, chunks, audited, held, progress, sizes)
    note_other_encodings(chunks, geo, audited)
    yield from audit_rows(source, rows, placed.leaves, sizes, audited)
