"""The change that gives pages their new footer: with the proof of each chunk, or without one."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from inlay.changes.rewrite.change import Change, Planned, Target
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.ground.files.source import Seekable
from inlay.ground.files.spill import Spill
from inlay.ground.files.whole import WithTail
from inlay.pages.engine.new_end import plan_new_end
from inlay.pages.engine.progress import Progress
from inlay.pages.engine.thrift_file import open_thrift
from inlay.verbs.index.placing import place_parts
from inlay.verbs.recover.rebuild.prove import Proof, prove_chunks
from parquet_format.parquet import FileMetaData

S = TypeVar("S")
T = TypeVar("T")


def plan_trusted(metadata: FileMetaData, keep: int) -> Planned[None]:
    """The first `keep` bytes, and this footer behind them."""
    return Planned(Change(keep, tail_of(metadata.encode())), None, check=_check)


def plan_proved(
    source: Seekable,
    name: str,
    metadata: FileMetaData,
    keep: int,
    target: Target,
    progress: Progress,
) -> Planned[Proof]:
    """The same, with statistics and indexes. Row groups with a damaged chunk are taken out of `metadata`."""
    bare = WithTail(source, keep, tail_of(metadata.encode()))
    file = open_thrift(bare, name)
    proof = prove_chunks(file, metadata, progress)
    if proof.damaged:
        lost = set(proof.damaged)
        metadata.row_groups = [
            group for number, group in enumerate(metadata.row_groups) if number not in lost
        ]
        metadata.num_rows = sum(group.num_rows for group in metadata.row_groups)
        proof.parts.drop_groups(lost)
    new, _ = place_parts(file, metadata, [], proof.parts, Spill(), packs=True)
    row_groups = [*metadata.row_groups]
    planned = plan_new_end(file, metadata, proof, target, keep=new.start, parts=new.data.parts)
    metadata.row_groups = row_groups  # who tells of the file looks at them
    return replace(planned, check=_check)


def with_result(planned: Planned[S], result: T) -> Planned[T]:
    """The same change, of which something else came."""
    return Planned(planned.change, result, planned.warnings, planned.check)


def _check(file: Seekable) -> None:
    read_footer(file).validate()
