"""Every chunk decoded once: that proves it, and gives it statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from inlay.ground.wording.amounts import count
from inlay.pages.engine.errors import ChunkError, UndecodedError
from inlay.pages.engine.progress import Progress
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.verbs.index.added_parts import AddedParts
from inlay.verbs.index.adding import Adding, Wanted, add_to_chunks
from inlay.verbs.index.chosen_columns import choose_columns
from inlay.verbs.index.chosen_statements import AUTO, choose_statements
from inlay.verbs.index.declared_orders import declare_orders, withdraw_orders
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement, always
from inlay.verbs.index.statement_tally import StatementTally
from inlay.verbs.recover.rebuild.plain_sizes import find_left_over, find_left_over_arrays
from parquet_format.parquet import ColumnChunk, ColumnMetaData, Encoding, FileMetaData

_OF_DICTIONARIES: Final = (Encoding.PLAIN, Encoding.PLAIN_DICTIONARY)

_SHARE: Final = 0.01
"""Of false positives in Bloom filters, of which none is made."""


@dataclass(slots=True)
class Proof:
    """`damaged` are row groups, by number, with the column and what is wrong with its chunk; `damaged_fields` are the
    fields below the root that such columns belong to; `undecoded` are columns of which nothing here
    decodes the values, with why. `parts` belong to chunks of `metadata`."""

    metadata: FileMetaData
    damaged: dict[int, ChunkError] = field(default_factory=dict[int, ChunkError])
    damaged_fields: set[str] = field(default_factory=set[str])
    undecoded: dict[str, str] = field(default_factory=dict[str, str])
    parts: AddedParts = field(default_factory=AddedParts)


def prove_chunks(file: ThriftFile, metadata: FileMetaData, progress: Progress) -> Proof:
    """Adds to the metadata, as `inlay index add` does by itself, and leaves row groups with a damaged chunk in it."""
    proof = Proof(metadata)
    numbers = {id(group): number for number, group in enumerate(metadata.row_groups)}
    tally = StatementTally()
    adding = Adding(file, metadata, tally, progress, _SHARE)
    declares = declare_orders(metadata)
    chosen = choose_statements([AUTO], (AUTO,))
    proving = _proving(proof, numbers)
    add_to_chunks(
        adding, choose_columns(metadata, None), Wanted((proving, *chosen.of_chunks), True, _SHARE)
    )
    if declares:
        withdraw_orders(metadata, tally.names)
    proof.parts = adding.parts
    return proof


def _proving(proof: Proof, numbers: dict[int, int]) -> Statement:
    """What is done to each chunk first, as a statement that nothing is written of."""

    def prove(chunk: MeasuredChunk) -> str:
        try:
            _check(chunk)
        except UndecodedError as error:
            proof.undecoded.setdefault(chunk.leaf.name, str(error))
        except ChunkError as error:
            named = ChunkError(f"column {chunk.leaf.name}: {error.what}", error.offset)
            proof.damaged.setdefault(numbers[id(chunk.group)], named)
            proof.damaged_fields.add(chunk.meta.path_in_schema[0])
        return ""

    return Statement(
        name="proof",
        rank=-1,
        is_there=_never,
        may_say=always,
        helps=always,
        reads_values=always,
        add=prove,
        strip=_strip_nothing,
        add_to_held=_prove_held,
    )


def _prove_held(chunks: Sequence[MeasuredChunk]) -> Sequence[str]:
    """All that `_check` asks for was seen natively, of numbers outside of lists."""
    return [""] * len(chunks)


def _check(chunk: MeasuredChunk) -> None:
    """Raises ChunkError also where pages decode, and are not those of such a column."""
    if chunk.held is not None:
        return
    levels = chunk.levels
    if levels and not levels[0].begins_row:
        raise ChunkError("its first page goes on with a row of another", levels[0].offset)
    for placed in chunk.pages:
        dictionary = placed.header.dictionary_page_header
        if dictionary is not None and dictionary.encoding not in _OF_DICTIONARIES:
            said = f"its dictionary is {dictionary.encoding.name}, and no dictionary is but PLAIN"
            raise ChunkError(said, placed.offset)
    page = find_left_over(levels, chunk.meta.type, chunk.leaf.type_length)
    if page is None and chunk.is_byte_array:
        page = find_left_over_arrays(levels, chunk.page_bytes)
    if page is not None:
        said = f"{count(page.size, 'byte')} of {count(page.count, 'plain value')}"
        raise ChunkError(f"a page has {said}, which are not of its type", page.offset)


def _never(_chunk: ColumnChunk, _meta: ColumnMetaData) -> bool:
    return False


def _strip_nothing(_chunk: ColumnChunk, _meta: ColumnMetaData) -> None:
    """Nothing of it is in a file."""
