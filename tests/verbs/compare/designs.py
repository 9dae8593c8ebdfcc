"""Designs that are wrong, each in its way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import pyarrow as pa

from inlay.designs import FooterContents, NotCarriedError
from inlay.footers.designs.thrift.walked import ThriftDesign


class Lying(ThriftDesign):
    """Says that nothing is null."""

    name = "lying"

    def bounds(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        answer = super().bounds(columns, row_groups)
        at = answer.schema.get_field_index("null_count")
        return answer.set_column(at, answer.schema.field(at), pa.nulls(len(answer), pa.int64()))


class Forgetful(ThriftDesign):
    """Has no bounds."""

    name = "forgetful"

    def bounds(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        raise NotCarriedError("there are no bounds")


class Refusing(ThriftDesign):
    """Cannot hold anything."""

    name = "refusing"

    @classmethod
    def build(cls, contents: FooterContents, offset: int) -> bytes:
        raise NotCarriedError("not this footer")


class Counting(ThriftDesign):
    """Remembers the size of each footer that is built."""

    name = "counting"
    built: ClassVar[list[int]] = []

    @classmethod
    def build(cls, contents: FooterContents, offset: int) -> bytes:
        data = super().build(contents, offset)
        cls.built.append(len(data))
        return data


class Footprint(bytes):
    """Knows how many of them there are."""

    there: ClassVar[int] = 0

    def __init__(self, _: bytes) -> None:
        Footprint.there += 1

    def __del__(self) -> None:
        Footprint.there -= 1


class Heavy(ThriftDesign):
    """Remembers how many of its footers were there already when each was built."""

    name = "heavy"
    before: ClassVar[list[int]] = []

    @classmethod
    def build(cls, contents: FooterContents, offset: int) -> bytes:
        cls.before.append(Footprint.there)
        return Footprint(super().build(contents, offset))
