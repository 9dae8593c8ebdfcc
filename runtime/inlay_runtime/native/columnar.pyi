from collections.abc import Sequence

from inlay_runtime.columnar.buffers import Extraction
from inlay_runtime.columnar.plan import ExtractionPlan
from inlay_runtime.limits import Limits

def extract_native(
    plan: ExtractionPlan, data: Sequence[bytes], limits: Limits
) -> Extraction | None: ...
