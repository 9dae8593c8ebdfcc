"""The stamp of a generated file: one line that vouches for the rendered text that it was laid out from, and for itself.

So a file that is current is known without black. A file that anybody has edited is not, stamp or no stamp: the hash covers
the file, and where somebody has made a new hash, the words of the file are still not those that were rendered.
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
    first, _, behind = text.partition("\n")
    stamp, end, rest = behind.partition("\n")
    code = f"{first}{end}{rest}"
    return stamp == _stamp(code, rendered) and _words(code) == _words(rendered)


def _stamp(code: str, rendered: str) -> str:
    both = f"{len(rendered)} {rendered}{code}"
    return _BEGINNING + sha256(both.encode(errors="surrogateescape")).hexdigest()


def _words(code: str) -> str:
    return code.translate(_LAYOUT)
