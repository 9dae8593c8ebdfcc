from collections.abc import Callable, Mapping

from inlay_runtime.json_values import Json
from inlay_runtime.record import Record

def define_others(value: Callable[..., Json], rest: Callable[..., dict[str, Json]]) -> None: ...
def document_struct(
    record: Record, *, is_whole: bool = True, given: Mapping[str, Json]
) -> dict[str, Json]: ...
