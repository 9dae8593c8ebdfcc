"""A change of the footer of a local file: read, edited, published, and read back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from inlay.extensions.budget import check_size
from inlay.files.source import Seekable
from inlay.footer import Footer, decode_footer, read_footer, read_footer_bytes
from inlay.refusals import RefusedError
from inlay.rewrite.change import Change, Outcome, Target
from inlay.rewrite.errors import RewriteError
from inlay.rewrite.publish import edit_tail
from inlay.rewrite.system import POSIX, System

FooterEdit: TypeAlias = Callable[[Footer], bytes]
"""The bytes of the new footer."""

DEFAULT_TARGET = Target()


def edit_footer(
    path: str, edit: FooterEdit, *, target: Target = DEFAULT_TARGET, system: System = POSIX
) -> Outcome:
    """Puts another footer behind the same data, under the same magic."""
    made = b""
    warnings: list[str] = []

    def plan(source: Seekable) -> Change:
        nonlocal made
        footer = read_footer(source)
        refuse_protected(footer, target.allow)
        made = edit(footer)
        if len(made) > footer.source.length:
            warnings.extend(check_size("the footer", len(made), target.allow))
        return Change(footer.offset, tail_of(made, footer.magic))

    def check(file: Seekable) -> None:
        found = read_footer_bytes(file)
        decode_footer(found)
        if found.data != made:
            raise RewriteError(f"{path}: the footer reads back differently")

    outcome = edit_tail(path, plan, check=check, target=target, system=system)
    return replace(outcome, warnings=(*warnings, *outcome.warnings))


def tail_of(footer: bytes, magic: bytes) -> bytes:
    """The footer, its length, and the magic."""
    return footer + len(footer).to_bytes(4, "little") + magic


def refuse_protected(footer: Footer, allow: frozenset[str]) -> None:
    """RefusedError for a footer that cryptography protects against what we are about to do."""
    metadata = footer.metadata
    if metadata is None and "encrypted" not in allow:
        reason = "the footer is encrypted: only its FileCryptoMetaData can be extended"
        raise RefusedError("encrypted", reason, "--allow encrypted")
    signed = bool(footer.signature) or (
        metadata is not None and metadata.footer_signing_key_metadata is not None
    )
    if signed and "signed" not in allow:
        reason = "the footer is signed: with any change its signature does not fit any more"
        raise RefusedError("signed", reason, "--allow signed")
