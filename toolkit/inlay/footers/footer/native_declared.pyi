"""Whether the IDL describes all that is in a struct, natively."""

from collections.abc import Sequence
from typing import TypeAlias

Field: TypeAlias = tuple[int, int, int, int, int, DeclaredPlan | None]

class DeclaredPlan:
    def __init__(self, is_union: bool) -> None: ...
    def define(self, fields: Sequence[Field]) -> None: ...

def end_of_declared(data: bytes, plan: DeclaredPlan, depth: int, below: bool) -> int | None:
    """Where the struct ends that bytes begin with, if the IDL describes all of it, or all `below` its own fields; None where Python has
    to tell."""
