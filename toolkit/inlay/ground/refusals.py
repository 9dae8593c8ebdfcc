"""What inlay declines to do, though it could: errors that name the policy, and the flag that overrides it if one does."""

from __future__ import annotations

import re
from typing import Final

from inlay_runtime.errors import InlayError
from inlay_runtime.public_home import public_in

BOUND: Final = "the tags of encrypted pages agree only in their file, at their row group and column"
"""Why no page of an encrypted column goes into another file, or to another place (Encryption.md, AADs)."""

DECRYPT: Final = "write it without encryption first, with a program that has the key"
"""What to do with a file whose bytes cannot be moved or converted because nobody knows what they are."""

CLOSED: Final = f"the footer is encrypted, and no key is taken here: {DECRYPT}"


@public_in("inlay.errors")
class RefusedError(InlayError):
    """Policy says no. `name` is the word for it, `override` the flag that says yes, if any does.

    `path` is the file, once it is known which one it is about.
    """

    def __init__(self, name: str, reason: str, override: str = "", path: str = "") -> None:
        super().__init__(name, reason, override, path)
        self.name = name
        self.reason = reason
        self.override = override
        self.path = path

    def __str__(self) -> str:
        """With keywords, as a caller in Python gives them."""
        place = f"{self.path}: " if self.path else ""
        hint = f"\n  override: {_in_python(self.override)}" if self.override else ""
        return f"{place}refused: {self.reason}{hint}"


def say_with_flags(error: RefusedError) -> str:
    """What a command prints of it."""
    override = f"\n  override: {error.override}"
    return str(error).replace(f"\n  override: {_in_python(error.override)}", override, 1)


def _in_python(flags: str) -> str:
    keywords = re.sub(r"--allow ([\w-]+)", r'allow={"\1"}', flags)
    keywords = re.sub(r"--schema (\w+)", r'schema="\1"', keywords)
    keywords = re.sub(r"--([\w-]+)", lambda flag: f"{flag[1].replace('-', '_')}=True", keywords)
    return keywords.replace("-o OUT", "output=OUT")


@public_in("inlay.errors")
class FormError(RefusedError):
    """A step that the form of the file does not allow, or that would not be reversible."""

    def __init__(self, reason: str) -> None:
        super().__init__("form", reason)
