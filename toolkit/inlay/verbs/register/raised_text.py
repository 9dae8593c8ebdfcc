"""The next text: what an upper bound becomes that is cut."""

from __future__ import annotations

from typing import Final

_LAST: Final = 0x10FFFF
_BEFORE_SURROGATES: Final = 0xD7FF
_BEHIND_SURROGATES: Final = 0xE000


def raise_text(text: str) -> str | None:
    """The shortest text above all that begin so: the last character that can be raised is, past the surrogates, which are not characters.

    None if there is no larger one.
    """
    for at in range(len(text) - 1, -1, -1):
        point = ord(text[at])
        if point < _LAST:
            following = _BEHIND_SURROGATES if point == _BEFORE_SURROGATES else point + 1
            return text[:at] + chr(following)
    return None
