"""What a directory of shredded files holds, as its readers see it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from inlay.rows.variants import on_files


def outputs(out: Path) -> set[str]:
    """What a reader of the directory lists."""
    found = (path.relative_to(out) for path in out.rglob("*") if path.is_file())
    return {str(path) for path in found if not any(one[0] in "_." for one in path.parts if "=" not in one)}  # fmt: skip


def problems(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "_problems.jsonl").read_text().splitlines()]


def schema_of(path: Path) -> Any:
    """With its Variants."""
    return on_files.schema_of(str(path))


def groups(path: Path) -> list[int]:
    metadata = pq.read_metadata(path)
    return [metadata.row_group(index).num_rows for index in range(metadata.num_row_groups)]
