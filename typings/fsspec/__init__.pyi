"""What is used of fsspec, which has no types of its own."""

from typing import BinaryIO

from fsspec.spec import AbstractFileSystem as AbstractFileSystem

class OpenFile:
    def open(self) -> BinaryIO: ...

def open(urlpath: str, mode: str = "rb", **storage_options: object) -> OpenFile: ...
def filesystem(protocol: str, **storage_options: object) -> AbstractFileSystem: ...
