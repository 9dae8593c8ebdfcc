"""Which row groups a command means: ranges of numbers."""

from __future__ import annotations

from inlay.footers.encryption.keys import EncryptionKeys, KeyRetriever, require_keys
from inlay.footers.footer.open_encrypted import open_encrypted
from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Source


def parse_row_groups(text: str, count: int) -> list[int]:
    """`0:3,7` is 0, 1, 2, 7; `:` alone is all, and `-1` the last. Raises ValueError."""
    numbers: list[int] = []
    for part in text.split(","):
        first, colon, last = part.strip().partition(":")
        try:
            if colon:
                chosen = range(*slice(_number(first), _number(last)).indices(count))
                numbers += chosen
            else:
                number = int(first)
                numbers.append(number + count if number < 0 else number)
        except ValueError:
            raise ValueError(
                f"{part.strip()!r} is not a row group: write 3, a range as 0:3, or several as 0:3,7"
            ) from None
    return numbers


def count_row_groups(source: Source, keys: EncryptionKeys | KeyRetriever | None) -> int:
    """Of a file, encrypted or not. Raises FooterError, DecryptionError, OSError."""
    footer = read_footer(source)
    opened = footer if keys is None else open_encrypted(footer.validate(), require_keys(keys))
    return len(opened.metadata.row_groups)


def _number(text: str) -> int | None:
    return int(text) if text.strip() else None
