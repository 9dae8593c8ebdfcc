from collections.abc import Sequence

from inlay_runtime.columnar.buffers import Extraction
from inlay_runtime.columnar.plan import Plan
from inlay_runtime.limits import Limits

def extract_native(plan: Plan, data: Sequence[bytes], limits: Limits) -> Extraction | None: ...
