"""What a footer of another design does not say of all that the Thrift says."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from inlay.footers.conversion.record_differences import Sides, compare_records
from inlay.footers.designs.design import FooterDesign, NotCarriedError
from inlay.ground.wording.amounts import count
from parquet_format.parquet import FileMetaData

_INDEX: Final = re.compile(r"\[\d+\]")
_SIDES: Final = Sides("the Thrift footer", "the other one")


def losses_of(opened: FooterDesign, metadata: FileMetaData) -> list[str]:
    """The fields of the Thrift that the design by itself does not lead back to, and how often, in the order of the IDL."""
    try:
        said = FileMetaData.decode(opened.equivalent_thrift(), eager=True)
    except NotCarriedError:
        groups = count(len(metadata.row_groups), "row group")
        return [f"row_groups: all that belongs to {groups}"]
    for group in said.row_groups:
        for chunk in group.columns:
            if chunk.meta_data is not None:  # guesses, which a script fixes
                chunk.meta_data.encodings = []
    paths = Counter(
        _INDEX.sub("[]", finding.at) or "the bytes behind the struct"
        for finding in compare_records(metadata, said, _SIDES)
    )
    return [f"{path}: {count(times, 'value')}" for path, times in paths.items()]
