"""Input that is no JSON text but looks like text that somebody packed or encoded: named as what it is."""

from __future__ import annotations

from typing import Final

from inlay_runtime.errors import InlayError

_PACKED: Final = {
    b"\x1f\x8b": "gzip",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"BZh": "bzip2",
    b"\xfd7zX": "xz",
}
"""By their first bytes, none of which begins a JSON document."""

_MARKS: Final = {b"\xef\xbb\xbf": "UTF-8", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


class OtherBytesError(InlayError):
    """Bytes that are no JSON text from the first on."""

    def __init__(self, file: str, what: str) -> None:
        super().__init__(file, what)
        self.file = file
        self.what = what

    def __str__(self) -> str:
        return f"{self.file}: {self.what}"


def refuse_other_bytes(start: bytes, file: str) -> None:
    """Raises OtherBytesError by the first bytes of the input. JSON is UTF-8 without a mark (RFC 8259, 8.1)."""
    for magic, program in _PACKED.items():
        if start.startswith(magic):
            raise OtherBytesError(
                file,
                f"is packed with {program}: unpack it into a pipe, `{program} -dc ... | inlay variant from-json - -o OUT`",
            )
    for mark, encoding in _MARKS.items():
        if start.startswith(mark):
            todo = "take the first 3 bytes away" if encoding == "UTF-8" else "write it as UTF-8"
            raise OtherBytesError(
                file,
                f"begins with a byte order mark of {encoding}, which JSON does not have: {todo}",
            )
