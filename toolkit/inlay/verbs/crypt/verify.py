"""`inlay crypt verify` as a function: every module of an encrypted file, and the signature of a footer in the clear."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, cast

from inlay.footers.conversion.collector import pause_collector
from inlay.footers.encryption.cipher import is_signed
from inlay.footers.encryption.clear_statements import list_clear_statements
from inlay.footers.encryption.file_modules import FileModules
from inlay.footers.encryption.keys import EncryptionKeys, KeyRetriever, require_keys
from inlay.footers.encryption.modules import ModuleKind, ModulePlace
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.open_encrypted import find_modules
from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Seekable, Source, open_source
from inlay.ground.keywords import check_keywords
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.wording.amounts import count, format_size
from inlay.ground.wording.told import format_html, join_lines
from inlay.pages.engine.chunk_metadata import path_of
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.verbs.crypt.check_chunks import ChunkChecker
from inlay.verbs.crypt.met_module import MetModule
from inlay.verbs.crypt.module_reader import ModuleReader
from inlay.verbs.crypt.module_tally import ModuleTally
from inlay.verbs.crypt.nonces import Nonces
from inlay.verbs.crypt.origin import OriginSearch, OtherFile
from inlay_runtime.errors import DecodeError, InlayError
from inlay_runtime.finding import Finding
from inlay_runtime.public_home import public_in
from parquet_format.parquet import FileMetaData


@public_in("inlay")
@dataclass(frozen=True, slots=True, repr=False)
class ModuleVerification:
    """What `inlay.verify_modules` says of a file.

    `footer` is `opened`, `signed` where its signature agrees, `broken`, `no key`, or `plain` where nothing protects it. `opened` modules
    have a tag that agrees; `untagged` are bodies of pages in CTR, which have none; `without_key` were not looked into. `in_the_clear`
    says what anybody reads of columns that are encrypted. Offsets of findings count bytes from the start of the file.
    """

    path: str
    footer: str
    opened: int
    untagged: int
    without_key: int
    findings: tuple[Finding, ...]
    in_the_clear: tuple[str, ...] = ()
    bytes: int = 0

    @property
    def is_closed(self) -> bool:
        """Whether nothing was checked for want of keys: the file is encrypted or signed, and nothing of it is known to be whole."""
        has_checked = bool(self.opened or self.untagged or self.findings)
        return (
            not has_checked
            and self.footer != "signed"
            and (self.footer == "no key" or self.without_key > 0)
        )

    def __repr__(self) -> str:
        said = f"{count(self.opened, 'module')} opened, {count(len(self.findings), 'finding')}"
        return f"<ModuleVerification of {self.path!r}: {said}>"

    def __str__(self) -> str:
        """What `inlay crypt verify` prints."""
        return join_lines(self.list_lines())

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return format_html(self.list_lines())

    def list_lines(self) -> Iterator[str]:
        said = f"{self.path}: {count(len(self.findings), 'finding')}"
        if self.is_closed:
            said += ": nothing was opened, since no key was given for it"
        else:
            if self.without_key:
                said += (
                    f"; {count(self.without_key, 'module')} not opened: no key for them was given"
                )
            if self.footer == "no key":
                said += "; the signature of the footer not checked: no key for it was given"
        yield said
        yield f"  footer   {_FOOTERS[self.footer]}"
        said = f"{self.opened:,} opened, {format_size(self.bytes)}"
        said += f"; {self.without_key:,} without a key" if self.without_key else ""
        said += (
            f"; {count(self.untagged, 'page body in CTR has no tag', 'page bodies in CTR have no tag')}"
            if self.untagged
            else ""
        )
        yield f"  modules  {said}"
        for finding in self.findings:
            yield f"  finding: {finding}"
        for sentence in self.in_the_clear:
            yield f"  in the clear: {sentence}"


_FOOTERS: Final = {
    "opened": "encrypted, and its key opens it",
    "signed": "in the clear, and its signature agrees",
    "broken": "not what was encrypted or signed",
    "no key": "no key for it was given",
    "plain": "in the clear, neither encrypted nor signed",
}


@check_keywords
def verify_modules(
    source: Source,
    *,
    keys: EncryptionKeys | KeyRetriever | None = None,
    others: Iterable[Source] = (),
    progress: Progress = ignore_progress,
) -> ModuleVerification:
    """Opens every module of a file that the keys open, values undecoded, and holds the signature against the bytes of the footer.

    A module that does not open is looked for in all other places of the file, then in those of `others`, which may be where it comes
    from. Raises FooterError for a file whose footer cannot be read, DecryptionError where its AAD prefix is not known, RequestError for
    a master key that does not unwrap a key of it, NoSuchColumnError where a key is for a column that is not there and another column
    stays closed, OSError.
    """
    return verify_after(Nonces(), source, keys, others, progress)


def verify_after(
    nonces: Nonces,
    source: Source,
    keys: EncryptionKeys | KeyRetriever | None,
    others: Iterable[Source],
    progress: Progress,
) -> ModuleVerification:
    """The same of one of several files: a nonce is used twice, too, where a file before has it with the same key."""
    given = require_keys(keys)
    if not isinstance(cast("object", others), Iterable) or isinstance(others, str | bytes):
        raise TypeError("others are files, several of them")
    footer = read_footer(source)
    # Modules are many tuples without a cycle.
    with open_source(source) as file, pause_collector():
        nonces.begin(footer.path)
        if (modules := find_modules(footer.validate(), given)) is None:
            findings = () if keys is None else (_explain_plain(footer),)
            return ModuleVerification(footer.path, "plain", 0, 0, 0, findings)
        return _verify(footer, modules, file, given, others, progress, nonces)


def _explain_plain(footer: Footer) -> Finding:
    what = "the file is neither encrypted nor signed: anybody may have put it in the place of one that was"
    return Finding("not-encrypted", footer.offset, what)


def _verify(
    footer: Footer,
    modules: FileModules,
    file: Seekable,
    keys: EncryptionKeys,
    others: Iterable[Source],
    progress: Progress,
    nonces: Nonces,
) -> ModuleVerification:
    tally = ModuleTally()
    reader = ModuleReader(file, footer.offset)
    metadata, state = _open_footer(footer, modules, tally)
    if metadata is not None:
        modules.require_columns(metadata)
        _check_chunks(metadata, modules, reader, tally, progress, footer.offset, nonces)
    findings = tally.findings
    if tally.broken:
        met, beside = tally.list_met(), _read_others(others, keys)
        findings += _explain(
            met, tally.broken, OriginSearch(modules, reader, met, tally.broken, beside)
        )
    clear = () if metadata is None or footer.is_encrypted else tuple(_list_clear(metadata))
    return ModuleVerification(
        footer.path,
        state,
        tally.opened + (state == "opened"),
        tally.untagged,
        tally.without_key,
        tuple(sorted(findings, key=lambda finding: finding.offset or footer.offset)),
        clear,
        tally.bytes,
    )


def _open_footer(
    footer: Footer, modules: FileModules, tally: ModuleTally
) -> tuple[FileMetaData | None, str]:
    """The metadata as far as it can be had, and what is to be said of the footer."""
    key, place = modules.footer_key, ModulePlace(ModuleKind.FOOTER)
    if not footer.is_encrypted:
        signature = footer.signature
        if not signature:
            what = "the footer is in the clear, and its signature is missing"
            tally.findings.append(Finding("signature-broken", footer.offset, what))
            return footer.metadata, "broken"
        if key is None:
            return footer.metadata, "no key"
        struct = footer.data[: -len(signature)]
        if is_signed(key, struct, signature, modules.aad_of(place)):
            return footer.metadata, "signed"
        what = "the signature does not agree with the footer: one of them was changed, or the key is another"
        tally.findings.append(Finding("signature-broken", footer.offset, what))
        return footer.metadata, "broken"
    if key is None:
        return None, "no key"
    start = footer.offset + len(footer.data) - len(footer.ciphertext)
    text = modules.open_module(key, footer.ciphertext, place)
    if text is None:
        what = "the footer does not open: it was changed, or its key or AAD prefix is another"
        tally.findings.append(Finding("footer-changed", start, what))
        return None, "broken"
    tally.bytes += len(footer.ciphertext)
    try:
        return FileMetaData.decode_from(text)[0], "opened"
    except DecodeError as error:
        what = f"the footer opens, and is not a FileMetaData: {error.unplaced}"
        tally.findings.append(Finding("module-content", start, what))
        return None, "opened"


def _check_chunks(
    metadata: FileMetaData,
    modules: FileModules,
    reader: ModuleReader,
    tally: ModuleTally,
    progress: Progress,
    size: int,
    nonces: Nonces | None = None,
) -> None:
    names = [".".join(leaf.path) for leaf in SchemaTree(metadata.schema).leaves]
    checker = ChunkChecker(modules, reader, tally, nonces)
    for at, group in enumerate(metadata.row_groups):
        for column in range(len(group.columns)):
            name = names[column] if column < len(names) else str(column)
            checker.check(group, at, column, name)
            progress(min(tally.bytes, size))


def _explain(
    all_met: list[MetModule], all_broken: list[MetModule], search: OriginSearch
) -> Iterator[Finding]:
    """A finding for each module that does not open; one for all of a column of which none does, for that is its key."""
    met, broken = defaultdict[str, list[MetModule]](list), defaultdict[str, list[MetModule]](list)
    for of_column, listed in ((met, all_met), (broken, all_broken)):
        for module in listed:
            of_column[module.column].append(module)
    for column, listed in broken.items():
        if len(listed) > 2 and len(listed) == len(met[column]):
            what = f"its key opens none of the {len(listed):,} modules of column {column}: it is another key"
            yield Finding("wrong-key", listed[0].start, what)
        else:
            yield from map(search.explain, listed)


def _read_others(others: Iterable[Source], keys: EncryptionKeys) -> Iterator[OtherFile]:
    """Where their modules belong. A file that cannot be read is where nothing comes from."""
    for source in others:
        with suppress(InlayError, OSError):
            footer = read_footer(source)
            modules = find_modules(footer, keys)
            if modules is None:
                continue
            tally = ModuleTally()
            metadata, _ = _open_footer(footer, modules, tally)
            if metadata is None:
                continue
            with open_source(source) as file:
                reader = ModuleReader(file, footer.offset)
                _check_chunks(metadata, modules, reader, tally, ignore_progress, footer.offset)
            yield OtherFile(footer.path, modules, tally.list_met())


def _list_clear(metadata: FileMetaData) -> Iterator[str]:
    for at, group in enumerate(metadata.row_groups):
        for column, chunk in enumerate(group.columns):
            if chunk.crypto_metadata is None or chunk.meta_data is None:
                continue
            if said := list_clear_statements(chunk.meta_data):
                name = ".".join(chunk.meta_data.path_in_schema)
                yield f"{' and '.join(said)} of the encrypted column {name}, at {path_of((at, column))}"
