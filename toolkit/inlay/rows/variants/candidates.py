"""Which columns of a wide file could be Variants or hold some: pyarrow takes 2 KB for each column that it is shown."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.footers.designs.thrift.find_index import may_have_index
from inlay.footers.footer import Footer
from inlay.ground.schema.tops import find_tops
from inlay.pages.encodings.open_as_plain import ChooseColumns
from inlay.pages.engine.excerpt import LONG
from inlay_runtime.attempt import decode_or_none
from parquet_format.parquet import FileMetaData


def choose_candidates(names: Sequence[str] = ()) -> ChooseColumns:
    """What chooses the groups, and the columns of these names, however they are spelt: no other column matters to who looks for
    Variants. A name may be a path that begins with a column's. All columns of a footer of which nothing can be cut out.
    """
    folded = {part.casefold() for name in names for part in (name, name.partition(".")[0])}

    def choose(footer: Footer) -> list[str] | None:
        thrift = footer.thrift
        if len(thrift) < LONG and not may_have_index(thrift):
            return None
        decoded = decode_or_none(FileMetaData, thrift)
        if decoded is None:
            return None
        elements = decoded[0].schema
        tops = [elements[top.element] for top in find_tops(elements)]
        groups = [top.name for top in tops if top.num_children or top.name.casefold() in folded]
        return groups or [top.name for top in tops[:1]]

    return choose
