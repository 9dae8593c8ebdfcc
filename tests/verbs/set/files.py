"""A file with nested columns, field ids, indexes and copies of the schema, in every form."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.changes.life_cycle import steps
from inlay.changes.life_cycle.change_form import change_form
from inlay.footers.footer.form import Form

pd: Any = import_module("pandas")

STEPS = (steps.add, steps.promote, steps.finalize)
FORMS = (Form.THRIFT, Form.PRIVATE, Form.MIGRATION, Form.FINAL)


def table() -> pa.Table:
    frame = pd.DataFrame(
        {
            "n": range(6),
            "t": [b"a", b"b", None, b"d", b"e", b"f"],
            "s": [{"x": at, "y": str(at)} for at in range(6)],
            "l": [[{"p": at}] for at in range(6)],
        },
        index=pd.Index([10, 20, 30, 40, 50, 60], name="i"),
    )
    return pa.Table.from_pandas(frame)


def write(path: Path, form: Form = Form.THRIFT) -> Path:
    """Two row groups, in pages of two rows."""
    pq.write_table(
        table(), path, row_group_size=4, write_page_index=True, data_page_size=1, write_batch_size=2
    )
    for step in STEPS[: FORMS.index(form)]:
        change_form(str(path), step)
    return path
