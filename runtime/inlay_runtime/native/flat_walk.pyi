"""What lies where in a FlatBuffer, natively."""

from inlay_runtime.flat.schema import TableSchema
from inlay_runtime.flat.walk import PieceType

class FlatPieces:
    """Pieces in the order in which they are reached, with numbers for names and types. A table's type is its schema. A vtable is
    there again only where a table of another schema shared it, or one of its schema had another."""

    names: list[str]
    types: list[PieceType]
    def __len__(self) -> int: ...
    def __getitem__(self, at: int) -> tuple[int, int, int, str, int, PieceType, int, int]:
        """Number of its kind, start, end, name, number, type, holder, target."""

def prepare_pieces(buffer: bytes, schema: TableSchema, with_slots: bool) -> FlatPieces | None:
    """The same before any of them is gathered."""

def gather_pieces(buffer: bytes, schema: TableSchema, with_slots: bool) -> FlatPieces | None:
    """The pieces of a buffer that the verifier of `schema` has passed; None where Python has to say what they are."""
