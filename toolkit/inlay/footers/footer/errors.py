"""What is wrong with a file that should have a footer, where, and what to try."""

from __future__ import annotations

import shlex
from typing import Final

from inlay_runtime.errors import InlayError
from inlay_runtime.finding import Finding
from inlay_runtime.public_home import public_in

COPY_AGAIN: Final = "copy the file again from where it came from, and compare the sizes"
"""What to try with a file that nothing else helps."""

NO_PARQUET: Final = ("not-parquet", "empty", "short")
"""Codes of what is about the whole of a file, and no place in it. A file in a folder may be so without being damaged, if its name does
not claim otherwise."""


@public_in("inlay.errors")
class FooterError(InlayError):
    """A file whose footer cannot be read.

    `offset` counts bytes from the start of the file; `what` names the damage and `hint` what to try.
    `code` stays the same for ever.
    """

    def __init__(self, path: str, offset: int, what: str, hint: str, code: str = "footer") -> None:
        super().__init__(path, offset, what, hint, code)
        self.path = path
        self.offset = offset
        self.what = what
        self.hint = hint
        self.code = code

    @property
    def finding(self) -> Finding:
        """The same as a value, for who goes on with other files."""
        offset = None if self.code in NO_PARQUET else self.offset
        return Finding(self.code, offset, self.what, hint=self.hint)

    def __str__(self) -> str:
        hint = self.hint
        if self.path and not self.path.startswith("<"):  # as the source without a name is called
            hint = hint.replace(" FILE", f" {shlex.quote(self.path)}")
        where = "" if self.code in NO_PARQUET else f", at offset {self.offset}"
        return f"{self.path}: {self.what}{where}\n  try: {hint}"


@public_in("inlay.errors")
class UnsupportedFooterError(FooterError):
    """A footer that is known by name and that this version does not read."""


@public_in("inlay.errors")
class EncryptedFooterError(FooterError):
    """A footer whose metadata only a key opens."""

    def __init__(self, path: str, offset: int) -> None:
        what = "the footer is encrypted: schema and row groups need the footer key"
        hint = "`inlay inspect FILE` shows how it is encrypted; --keys of inspect, verify, pages and others, or keys= in Python, opens it"
        super().__init__(path, offset, what, hint, "encrypted")
