"""The footer of a file in another design, and the proof that it leads back. Nothing here writes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, NamedTuple

from inlay.changes.life_cycle.plan_footer import refuse_protected
from inlay.changes.life_cycle.steps import restore_thrift
from inlay.changes.rewrite.change import Target
from inlay.changes.rewrite.errors import RewriteError
from inlay.footers.conversion.record_differences import Sides, compare_records
from inlay.footers.designs.contents import contents_of
from inlay.footers.designs.design import FooterContents, FooterDesign, NotCarriedError
from inlay.footers.designs.fetch import Range
from inlay.footers.designs.fetch_again import fetch_beside
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.extensions.budget import require_size
from inlay.footers.footer.errors import COPY_AGAIN, FooterError
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.footer_end import FooterEnd
from inlay.footers.footer.known_ends import find_plain_end, list_ends
from inlay.footers.footer.magic import PLAIN
from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Seekable
from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import CLOSED, FormError, RefusedError
from inlay.ground.wording.amounts import count
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import FileMetaData


def list_targets() -> dict[str, FooterEnd]:
    """The ends that a file is converted to, by the names of their designs, plain Thrift last. Raises ConfigurationError."""
    ends = [end for end in list_ends() if end.is_converted]
    return {end.design_name: end for end in (*ends, find_plain_end())}


@dataclass(frozen=True, slots=True)
class DesignRequest:
    """The end that is wanted, and `options` of its design, by name. RequestError for an option of another design."""

    end: FooterEnd
    target: Target
    options: Mapping[str, object] = field(default_factory=dict[str, object])

    def __post_init__(self) -> None:
        for name in self.options:
            if name not in self.end.options:
                owners = [each for each, end in list_targets().items() if name in end.options]
                raise RequestError(f"{name} is about {' and '.join(owners)}")

    @property
    def is_plain(self) -> bool:
        """Whether nothing but the design itself is written, so that something may be lost."""
        return bool(self.options.get("plain"))


class NewEnd(NamedTuple):
    """The first bytes of the new file, its tail, and what the design by itself does not say."""

    head: bytes
    tail: bytes
    losses: tuple[str, ...] = ()


def build_end(footer: Footer, request: DesignRequest) -> NewEnd:
    """Raises FormError for a footer that the design cannot express, or that does not lead back to Thrift; RefusedError for
    losses that are not allowed, and what `require_size` raises."""
    new = _convert(footer, request)
    require_size("the footer", len(new.tail), before=footer.file_size - footer.offset)
    return new


def _convert(footer: Footer, request: DesignRequest) -> NewEnd:
    end = request.end
    _require_convertible(footer, request)
    original = _original(footer)
    design = end.design
    if design is None:
        new = end.convert(footer, original, request.options)
        return NewEnd(new[-len(PLAIN) :], new)
    contents = _contents(footer, original)
    try:
        built = design.build_with(contents, footer.offset, request.options)
    except NotCarriedError as error:
        reason = f"a {design.name} footer cannot express this one: {error}"
        raise FormError(reason) from error
    losses: tuple[str, ...] = ()
    if request.is_plain or request.target.dry_run:
        losses = _find_losses(design, contents, built, footer.offset)
    if request.is_plain and not request.target.dry_run:
        _require_allowed(losses, request.target.allow)
    return NewEnd(PLAIN, built, losses)


@dataclass(slots=True)
class EndProof:
    """Holds new files against the footer `old`. Bytes that led back to it once are not decoded again: they are read before a file is
    written, and behind it, and of very many columns a decode takes seconds."""

    old: Footer
    request: DesignRequest
    _proved: tuple[object, ...] | None = None

    def __call__(self, file: Seekable) -> None:
        """Reads the new file as any file is read: it has that form, and leads back to the Thrift. RewriteError if not."""
        new, old, request = read_footer(file), self.old, self.request
        is_right = new.is_encrypted if old.is_encrypted else new.end is request.end
        end = new.offset, new.file_size, new.magic, new.frame, sha256(new.data).digest()
        if is_right and end == self._proved:
            return
        if not is_right or (not request.is_plain and _original(new) != _original(old)):
            what = f"the {request.end.design_name} footer does not lead back to the Thrift footer"
            raise RewriteError(f"{old.path}: {what}, byte for byte")
        self._proved = end


def _original(footer: Footer) -> bytes:
    return footer.data if footer.is_encrypted else restore_thrift(footer)


def _require_convertible(footer: Footer, request: DesignRequest) -> None:
    end = request.end
    if footer.is_encrypted:
        if end.design is not None or request.options.get("omit_paths"):
            raise RefusedError("encrypted", CLOSED)
        return
    if footer.form.is_plain:
        _ = deepcopy(footer).validate()  # which keeps what was decoded
        if end.rewrites_thrift(request.options):
            refuse_protected(footer, request.target.allow)
    elif not footer.end.is_converted:
        what = f"the file has the form {footer.end.name_of(footer)}"
        raise FormError(f"{what}: `{footer.end.way_back}` gives it a plain Thrift footer first")


def _contents(footer: Footer, original: bytes) -> FooterContents:
    try:
        size = footer.file_size
        return contents_of(original, fetch_beside(footer, Range(size, 0), b""), size)
    except DecodeError as error:
        what = f"a page index cannot be read: {error}"
        raise FooterError(footer.path, footer.offset, what, COPY_AGAIN, "page-index") from error


def _find_losses(
    design: type[FooterDesign], contents: FooterContents, data: bytes, offset: int
) -> tuple[str, ...]:
    opened = design.open(fetch_from(data, offset), Range(offset, len(data)))
    return tuple(losses_of(opened, contents.metadata))


def _require_allowed(losses: tuple[str, ...], allow: frozenset[str]) -> None:
    if "losses" in allow or not losses:
        return
    listed = "".join(f"\n    {loss}" for loss in losses)
    reason = (
        f"nothing in the file would lead back to its Thrift footer, and this would be lost:{listed}"
    )
    raise RefusedError("losses", reason, "--allow losses")


_INDEX: Final = re.compile(r"\[\d+\]")
_SIDES: Final = Sides("the Thrift footer", "the other one")


def losses_of(opened: FooterDesign, metadata: FileMetaData) -> list[str]:
    """The fields of the Thrift that the design by itself does not lead back to, and how often, in the order of the IDL."""
    try:
        said = FileMetaData.decode(opened.equivalent_thrift(), eager=True)
    except NotCarriedError:
        groups = count(len(metadata.row_groups), "row group")
        return [f"row_groups: all that belongs to {groups}"]
    for group in said.row_groups:
        for chunk in group.columns:
            if chunk.meta_data is not None:  # guesses, which a script fixes
                chunk.meta_data.encodings = []
    paths = Counter(
        _INDEX.sub("[]", finding.at) or "the bytes behind the struct"
        for finding in compare_records(metadata, said, _SIDES)
    )
    return [f"{path}: {count(times, 'value')}" for path, times in paths.items()]
