"""`inlay.compat`: what given readers refuse, misread or lose in files, by what was measured of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from inlay.footers.footer.errors import FooterError
from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Source, list_sources, name_of
from inlay.ground.keywords import check_keywords
from inlay.ground.wording.amounts import count
from inlay.ground.wording.missed import describe_missed, list_missed
from inlay.ground.wording.told import format_html, join_lines
from inlay.tables.scan.named import NamedFile, is_another_kind, list_each, was_asked_for
from inlay.tables.scan.problems import finding_of
from inlay.verbs.compat.features import features_of
from inlay.verbs.compat.finding import CompatFinding, finding_from
from inlay.verbs.compat.judge import judge, list_unmeasured
from inlay.verbs.compat.record import AskedReader, ask_for
from inlay.verbs.compat.text import list_lines
from inlay.verbs.compat.vendor_extensions import EXTENDED, find_fixes_of_vendors
from inlay_runtime.errors import InlayError
from inlay_runtime.finding import Finding
from inlay_runtime.public_home import public_in


@dataclass(frozen=True)
class CompatFile:
    """A file: what each reader stumbles over, and by reader the features of the file that were not measured."""

    path: str
    findings: tuple[CompatFinding, ...]
    unmeasured: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def has_warnings(self) -> bool:
        return any(not it.is_note for it in self.findings)

    @property
    def has_doubts(self) -> bool:
        """Whether a reader may get into trouble, and the footer does not say so."""
        return any(it.is_possible for it in self.findings)


@public_in("inlay")
@dataclass(frozen=True, repr=False)
class CompatReport:
    """What `inlay.compat` says of files, in their order. `unread` are those that could not be read, each with what is wrong; `others`
    counts those of folders and globs that are not Parquet."""

    files: tuple[CompatFile, ...]
    readers: tuple[str, ...]
    unread: tuple[tuple[str, Finding], ...]
    others: int = 0

    @property
    def findings(self) -> tuple[CompatFinding, ...]:
        """Those of all files."""
        return tuple(finding for file in self.files for finding in file.findings)

    def __iter__(self) -> Iterator[CompatFinding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def __repr__(self) -> str:
        files = count(len(self.files), "file")
        missed = describe_missed(len(self.unread), self.others)
        return f"<CompatReport: {files}{missed}; {count(len(self.findings), 'finding')}>"

    def __str__(self) -> str:
        """What `inlay compat` prints, and which files could not be read."""
        return join_lines(self._list_lines())

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return format_html(self._list_lines())

    def _list_lines(self) -> list[str]:
        said = [
            line for it in self.files for line in list_lines(it.path, it.findings, self.readers)
        ]
        missed = list_missed(len(self.files), len(self.unread), self.others)
        return [*said, *(f"{path}: not read: {what}" for path, what in self.unread), *missed]


@check_keywords
def compat(
    paths: Source | Iterable[Source], *, readers: Sequence[str] | None = None
) -> CompatReport:
    """Judges files, folders, globs, whatever is a source, by their footers.

    `readers` are names as `inlay compat --help` has them, `pyarrow` or `pyarrow==22.0.0`; without it, all in the newest version that
    was measured. A file that cannot be read is in `unread`, and no error.

    Raises FileNotFoundError for a path that leads to nothing, RequestError for a reader that was not measured.
    """
    asked = ask_for(readers)
    files: list[CompatFile] = []
    unread: list[tuple[str, Finding]] = []
    others = 0
    for source in list_each(list_sources(paths, "compat")):
        try:
            file = _judge_each(source, asked)
        except (InlayError, OSError) as error:
            if isinstance(error, FileNotFoundError) and was_asked_for(source):
                raise
            name = source.path if isinstance(source, NamedFile) else name_of(source)
            unread.append((name, finding_of(error)))
            continue
        if file is None:
            others += 1
        else:
            files.append(file)
    return CompatReport(tuple(files), tuple(map(str, asked)), tuple(unread), others)


def judge_file(source: Source, name: str, asked: Sequence[AskedReader]) -> CompatFile:
    """One file. Raises what `inlay.open` raises."""
    footer = read_footer(source)
    features = features_of(footer)
    is_extended = any(EXTENDED in it for it in features.columns.values())
    of_vendors: Mapping[str, str] = find_fixes_of_vendors(footer) if is_extended else {}
    findings = [
        finding_from(
            name,
            reader,
            applied,
            features.columns.get(applied.column, frozenset()),
            of_vendors.get(applied.column, ""),
        )
        for reader in asked
        for applied in judge(features, reader)
    ]
    missing = [(str(reader), tuple(list_unmeasured(features, reader))) for reader in asked]
    return CompatFile(name, tuple(findings), tuple(it for it in missing if it[1]))


def _judge_each(source: NamedFile | Source, asked: Sequence[AskedReader]) -> CompatFile | None:
    """None for a file of a folder that is not Parquet."""
    if not isinstance(source, NamedFile):
        return judge_file(source, name_of(source), asked)
    if source.error is not None:
        raise source.error
    try:
        return judge_file(source.path, source.path, asked)
    except FooterError as error:
        if is_another_kind(source, error):
            return None
        raise
