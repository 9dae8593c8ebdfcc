"""The stamp of a generated file: one line that vouches for the rendered text that it was laid out from, and for the file itself.

So a file that is current is known without black. A file that anybody has edited is not, stamp or no stamp: the hashes cover
the file, and where somebody has made new ones, the words of the file are still not those that were rendered.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

_BEGINNING: Final = "# inlayc: "
_LAYOUT: Final = {**{ord(character): None for character in " \t\n(),"}, ord("'"): '"'}
"""What black adds, takes away and exchanges."""


def stamp(code: str, rendered: str) -> str:
    """Generated code with its stamp, which stands behind the first line."""
    first, end, rest = code.partition("\n")
    return f"{first}{end}{_stamp(code, rendered)}\n{rest}"


def is_current(text: str, rendered: str) -> bool:
    """Whether a file is what the rendered text became when it was laid out and stamped."""
    said, code = _split(text)
    return said == _stamp(code, rendered) and words_of(code) == words_of(rendered)


def code_if_unedited(text: str) -> str:
    """The code of a file, where its stamp says that nobody has edited it; else nothing."""
    said, code = _split(text)
    is_own = said.startswith(_BEGINNING) and said.endswith(f" {_hash(code)}")
    return code if is_own else ""


def words_of(code: str) -> str:
    """What is left of code when its layout is taken away."""
    return code.translate(_LAYOUT)


def _split(text: str) -> tuple[str, str]:
    """The stamp, and the file without it."""
    first, _, behind = text.partition("\n")
    said, end, rest = behind.partition("\n")
    return said, f"{first}{end}{rest}"


def _stamp(code: str, rendered: str) -> str:
    return f"{_BEGINNING}{_hash(f'{len(rendered)} {rendered}{code}')} {_hash(code)}"


def _hash(text: str) -> str:
    return sha256(text.encode(errors="surrogateescape")).hexdigest()
