"""What is used of fsspec, which has no types of its own."""

from typing import BinaryIO

class OpenFile:
    def open(self) -> BinaryIO: ...

def open(urlpath: str, mode: str = "rb") -> OpenFile: ...
