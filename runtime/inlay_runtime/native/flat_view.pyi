"""The native view of a table: what `inlay_runtime.flat.view.TableView` does, and it stands for one."""

from inlay_runtime.flat.masked import Chosen
from inlay_runtime.flat.view import TableView

class View(TableView):
    def __init__(
        self, buffer: bytes, position: int, lazy: bool, chosen: Chosen | None = None
    ) -> None: ...
