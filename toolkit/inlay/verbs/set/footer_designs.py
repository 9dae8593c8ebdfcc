"""The footer of a file in another design, and the proof that it leads back. Nothing here writes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from inlay.changes.life_cycle.edit_footer import refuse_protected
from inlay.changes.life_cycle.steps import SOLE, restore_thrift
from inlay.changes.rewrite.change import Target
from inlay.changes.rewrite.errors import RewriteError
from inlay.footers.designs.contents import contents_of
from inlay.footers.designs.fetch import Range
from inlay.footers.designs.layout import FooterContents, NotCarriedError
from inlay.footers.designs.modular import ModularLayout
from inlay.footers.designs.modular_build import ModularOptions
from inlay.footers.designs.paths import strip_paths
from inlay.footers.footer.errors import COPY_AGAIN, FooterError
from inlay.footers.footer.fetch_again import fetch_beside
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.form import Form
from inlay.footers.footer.magic import ENCRYPTED, PARX, PLAIN
from inlay.footers.footer.parx import Checksum, ParxFlags, frame_of, pack_parx
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.ground.files.source import Seekable
from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import DECRYPT, FormError, RefusedError
from inlay.verbs.set.losses import losses_of
from inlay_runtime.errors import DecodeError

DESIGNS: Final = tuple(form.value for form in (*SOLE, Form.THRIFT))
"""The designs that a footer is converted to."""


@dataclass(frozen=True, slots=True)
class DesignRequest:
    """A design, and how it is written. RequestError for an option of another design."""

    form: Form
    target: Target
    is_plain: bool = False
    is_absolute: bool = False
    checksum: Checksum = Checksum.CRC32
    omits_paths: bool = False

    def __post_init__(self) -> None:
        is_of_modular = self.is_plain or self.is_absolute
        is_of_parx = self.omits_paths or self.checksum is not Checksum.CRC32
        if (is_of_modular and self.form is not Form.MODULAR) or (
            is_of_parx and self.form is not Form.PARX
        ):
            raise RequestError(
                "plain and absolute are about modular, checksum and omit_paths about parx"
            )

    def build(self, contents: FooterContents, offset: int) -> bytes:
        """A modular footer. Raises NotCarriedError."""
        options = ModularOptions(has_supplement=not self.is_plain, is_absolute=self.is_absolute)
        return ModularLayout.build_with(contents, offset, options)


class NewEnd(NamedTuple):
    """The first bytes of the new file, its tail, and what the design by itself does not say."""

    head: bytes
    tail: bytes
    losses: tuple[str, ...] = ()


def build_end(footer: Footer, request: DesignRequest) -> NewEnd:
    """Raises FormError for a footer that the design cannot express, or that does not lead back to Thrift; RefusedError for
    losses that are not allowed."""
    _require_convertible(footer, request)
    original = _original(footer)
    if request.form is Form.PARX:
        return NewEnd(PARX, _parx_tail(footer, original, request))
    if request.form is Form.THRIFT:
        magic = ENCRYPTED if footer.is_encrypted else PLAIN
        return NewEnd(magic, tail_of(original, magic))
    contents = _contents(footer, original)
    try:
        built = request.build(contents, footer.offset)
    except NotCarriedError as error:
        reason = f"a modular footer cannot express this one: {error}"
        raise FormError(reason) from error
    losses: tuple[str, ...] = ()
    if request.is_plain or request.target.dry_run:
        losses = _find_losses(contents, built, footer.offset)
    if request.is_plain and not request.target.dry_run:
        _require_allowed(losses, request.target.allow)
    return NewEnd(PLAIN, built, losses)


def prove_end(file: Seekable, old: Footer, request: DesignRequest) -> None:
    """Reads the new file as any file is read: it has that form, and leads back to the Thrift."""
    new = read_footer(file)
    is_right = new.is_encrypted if old.is_encrypted else new.form is request.form
    if not is_right or (not request.is_plain and _original(new) != _original(old)):
        what = f"the {request.form.value} footer does not lead back to the Thrift footer"
        raise RewriteError(f"{old.path}: {what}, byte for byte")


def _original(footer: Footer) -> bytes:
    return footer.data if footer.is_encrypted else restore_thrift(footer)


def _require_convertible(footer: Footer, request: DesignRequest) -> None:
    if footer.is_encrypted:
        if request.form is Form.MODULAR or request.omits_paths:
            reason = f"the footer is encrypted, and cannot be converted: {DECRYPT}"
            raise RefusedError("encrypted", reason)
        return
    if footer.form is Form.THRIFT:
        _ = footer.validate()
        if request.form is not Form.PARX or request.omits_paths:
            refuse_protected(footer, request.target.allow)
    elif footer.form not in SOLE:
        what = f"the file has the form {footer.form.value}"
        raise FormError(f"{what}: `inlay footer revert` gives it a plain Thrift footer first")


def _parx_tail(footer: Footer, original: bytes, request: DesignRequest) -> bytes:
    flags = ParxFlags.ENCRYPTED_FOOTER if footer.is_encrypted else ParxFlags(0)
    data = original
    if request.omits_paths:
        flags |= ParxFlags.PATH_IN_SCHEMA_OMITTED
        data = strip_paths(original)
    frame, said = frame_of(request.checksum, flags), footer.parx
    if said is not None and said.version is not None and frame.version is not None:
        # What is said of the format, and not of the frame, stays true.
        flags |= said.flags & ParxFlags.PREVIEW_FEATURES
        frame = frame._replace(flags=flags, version=said.version)
    return pack_parx(data, frame)


def _contents(footer: Footer, original: bytes) -> FooterContents:
    try:
        size = footer.file_size
        return contents_of(original, fetch_beside(footer, Range(size, 0), b""), size)
    except DecodeError as error:
        what = f"a page index cannot be read: {error}"
        raise FooterError(footer.path, footer.offset, what, COPY_AGAIN, "page-index") from error


def _find_losses(contents: FooterContents, data: bytes, offset: int) -> tuple[str, ...]:
    return tuple(losses_of(ModularLayout.over(data, offset), contents.metadata))


def _require_allowed(losses: tuple[str, ...], allow: frozenset[str]) -> None:
    if "losses" in allow or not losses:
        return
    listed = "".join(f"\n    {loss}" for loss in losses)
    reason = (
        f"nothing in the file would lead back to its Thrift footer, and this would be lost:{listed}"
    )
    raise RefusedError("losses", reason, "--allow losses")
