"""A change of the Thrift footer of a file: whether it may be changed, and the new one behind the same data, read back."""

from __future__ import annotations

from typing import TypeVar

from inlay.changes.rewrite.change import Change, Planned, Target
from inlay.changes.rewrite.errors import RewriteError
from inlay.footers.extensions.budget import check_size
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.kept_damage import describe_kept_damage
from inlay.footers.footer.magic import READABLE
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import trailer_of
from inlay.ground.files.source import Seekable
from inlay.ground.refusals import FormError, RefusedError

T = TypeVar("T")


def require_editable(footer: Footer, allow: frozenset[str]) -> None:
    """Raises FormError for a file without a Thrift footer, RefusedError for one that cryptography protects, FooterError
    for a footer that cannot be decoded."""
    if footer.magic not in READABLE:
        what = f"a file of the form {footer.end.name_of(footer)} does not end in a Thrift footer"
        raise FormError(f"{what}: `{footer.end.way_back}` restores it")
    refuse_protected(footer.validate(), allow)


def plan_footer(footer: Footer, new: bytes, result: T, target: Target) -> Planned[T]:
    """The change that puts `new` in the place of the footer; `result` is what came of making it."""
    before, path, warnings = len(footer.data), footer.path, list[str]()
    if len(new) > before:
        warnings = check_size("the footer", len(new), target.allow, before=before)
    extension = footer.metadata.extension if footer.second.findings else None
    if extension is not None and extension.payload in new:
        warnings += describe_kept_damage(footer)

    def check(file: Seekable) -> None:
        if read_footer(file).validate().data != new:
            raise RewriteError(f"{path}: the footer reads back differently")

    change = Change(footer.offset, trailer_of(len(new), footer.magic), [new])
    return Planned(change, result, tuple(warnings), check)


def refuse_protected(footer: Footer, allow: frozenset[str]) -> None:
    """RefusedError for a footer that cryptography protects against what we are about to do."""
    if footer.is_encrypted:
        if "encrypted" not in allow:
            reason = "the footer is encrypted: only its FileCryptoMetaData can be extended"
            raise RefusedError("encrypted", reason, "--allow encrypted")
        return
    is_signed = footer.signature or footer.metadata.footer_signing_key_metadata is not None
    if is_signed and "signed" not in allow:
        reason = "the footer is signed, and any change makes its signature invalid"
        raise RefusedError("signed", reason, "--allow signed")
