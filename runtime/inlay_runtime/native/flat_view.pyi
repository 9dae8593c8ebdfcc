"""The native view of a table: what `inlay_runtime.flat.view.TableView` does, and it stands for one."""

from array import array

from inlay_runtime.flat.masked import Chosen
from inlay_runtime.flat.view import TableView

class View(TableView):
    def __init__(
        self, buffer: bytes, position: int, lazy: bool, chosen: Chosen | None = None
    ) -> None: ...

def gather_tables(buffer: bytes, parents: array[int], slot: int) -> bytes | None: ...
def gather_elements(
    buffer: bytes, parents: array[int], slot: int, indexes: array[int]
) -> bytes | None: ...
def gather_numbers(
    buffer: bytes, parents: array[int], slot: int, width: int, optional: bool
) -> tuple[bytes, bytes | None, int] | None: ...
def gather_binaries(
    buffer: bytes, parents: array[int], slot: int, budget: int
) -> tuple[bytes, bytes, bytes | None, int] | None: ...
