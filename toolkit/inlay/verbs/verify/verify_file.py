"""All that `inlay verify` finds about a file: of its footer, and on demand of the data that it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inlay.footers.extensions.listing import ListedExtension
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.form import Form
from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Seekable, Source, open_source
from inlay.ground.keywords import check_keywords
from inlay.ground.wording.amounts import count
from inlay.ground.wording.told import format_html, join_lines
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.verbs.verify.data import Walked, check_data
from inlay.verbs.verify.values.said import Audited
from inlay.verbs.verify.verify_footer import verify_footer
from inlay_runtime.finding import Finding


@dataclass(frozen=True, slots=True, repr=False)
class Verification:
    """What `inlay.verify` says of a file.

    `seal` is `agrees`, `broken`, `none`, `not needed`, `unprotected`, `encrypted` or `signed`; `walked` says how much of the data was looked at, None if none was asked for. `path` is what errors call the file.
    `audited` says how many chunks were held against their values, and which were not.

    Offsets of findings count from the start of the file.
    """

    form: Form
    seal: str
    extensions: tuple[ListedExtension, ...]
    findings: tuple[Finding, ...]
    walked: Walked | None = None
    path: str = ""
    audited: Audited | None = None

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
    progress: Progress = ignore_progress,
) -> Verification:
    """Checks a file of any form: its footer, with `data` page headers, page CRCs, indexes and Bloom filters too, and with `values` all
    that, and what the file says of its values against these. `progress` is then told how many bytes of the file are done.

    docs/verify.md has what each check promises. Without `values` nothing is decoded, and no more than one page header and the indexes of
    one column chunk are in memory; with it, two column chunks are. Raises FooterError for a file whose footer cannot be read,
    OSError for one that cannot be read.
    """
    footer = read_footer(source)
    verdict = verify_footer(footer)
    if not (data or values):
        return Verification(
            footer.form, verdict.seal, verdict.extensions, verdict.findings, path=footer.path
        )
    walked, audited = Walked(), Audited() if values else None
    findings = list(verdict.findings)
    if footer.is_encrypted:
        walked.is_sealed = True
    else:
        with open_source(source) as file:
            walk_progress = ignore_progress if values else progress
            findings += check_data(file, footer.metadata, footer.offset, walked, walk_progress)
            if audited is not None:
                findings += _audit(file, footer, audited, progress)
    return Verification(
        footer.form, verdict.seal, verdict.extensions, tuple(findings), walked, footer.path, audited
    )


def _audit(
    file: Seekable, footer: Footer, audited: Audited, progress: Progress
) -> Iterator[Finding]:
    from inlay.verbs.verify.values.audit import audit_values

    return audit_values(file, footer.metadata, footer.offset, audited, progress)
