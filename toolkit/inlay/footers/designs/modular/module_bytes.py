"""The bytes of a modular footer: modules as a whole, and what directories lead to; checked by CRCs where there are some."""

from __future__ import annotations

from collections.abc import Sequence
from struct import unpack_from

from inlay.footers.designs.design import NotCarriedError
from inlay.footers.designs.fetch import Range
from inlay.footers.designs.modular.array_pages import locate_dense
from inlay.footers.designs.modular.root import Root
from inlay.footers.designs.modular.supplement import KIND, SEAL_SIZE, check_crc
from inlay.footers.designs.ranges import Placed, Tail
from inlay_runtime.errors import InvalidValueError
from inlay_runtime.packed import PackedBits, read_small_fields, take
from parquet_format.modular import ModuleKind


class ModularBytes:
    """What was fetched of directories stays. Every read raises DecodeError for bytes that break a rule."""

    def __init__(self, tail: Tail, root: Root) -> None:
        self._tail = tail
        self._root = root
        self._directories: dict[ModuleKind, tuple[bytes | memoryview, PackedBits]] = {}

    def modules(self, *kinds: ModuleKind) -> list[bytes | memoryview]:
        """Modules that are read as a whole, in one step."""
        places = [self._root.modules[kind] for kind in kinds]
        modules = self._tail.read(places)
        seal = self._root.seal
        if seal is not None:
            crcs = {
                ModuleKind.SCHEMA: seal.schema,
                ModuleKind.FILE_METADATA: seal.file_metadata,
                ModuleKind.SCHEMA_INDEX: seal.schema_index,
            }
            for kind, place, module in zip(kinds, places, modules, strict=True):
                check_crc(module, crcs[kind], place.offset, f"the module {kind.name}")
        return modules

    def described(
        self, kind: ModuleKind, wanted: Sequence[int], count: int, checksums: int
    ) -> list[tuple[int, bytes | memoryview]]:
        """What the directory of this kind, of `count` entries, leads to for those that are wanted, with where it lies; empty
        where there is nothing. `checksums` says how many stand before those of this kind."""
        if kind not in self._root.modules or not len(wanted):
            return [(self._root.start, b"")] * len(wanted)
        module, stream = self._directory(kind, count)
        place = self._root.modules[kind].offset
        with Placed(place, "directory"):
            taken = take(module, [stream], [(at, 2) for at in wanted], [8])[0]
        ranges = list[Range]()
        for at in range(len(wanted)):
            begin, end = unpack_from("<qq", taken, 16 * at)
            if end < begin or self._root.base + end > self._root.start:
                raise InvalidValueError(
                    f"a directory leads from {begin} to {end}", place, "directory"
                )
            ranges.append(Range(self._root.base + begin, end - begin))
        pieces = self._tail.read([*ranges, *self.checksum_ranges(checksums, wanted)])
        data, crcs = pieces[: len(ranges)], pieces[len(ranges) :]
        what = "what a directory leads to"
        for place_of, crc, piece in zip(ranges, crcs, data, strict=False):
            check_crc(piece, int.from_bytes(crc, "little"), place_of.offset, what)
        return [(place_of.offset, piece) for place_of, piece in zip(ranges, data, strict=True)]

    def _directory(self, kind: ModuleKind, count: int) -> tuple[bytes | memoryview, PackedBits]:
        known = self._directories.get(kind)
        if known is None:
            (module,) = self._tail.read([self._root.modules[kind]])
            with Placed(self._root.modules[kind].offset, "directory"):
                fields = read_small_fields(module, 0, len(module))
                known = self._directories[kind] = module, locate_dense(module, fields, 1, count + 1)
        return known

    def checksum_ranges(self, before: int, wanted: Sequence[int]) -> list[Range]:
        """Where the CRCs of these lie, behind `before` others; nowhere in a footer without a seal."""
        if self._root.seal is None:
            return []
        start = self._root.modules[KIND].offset + self._root.seal.script + 4 * before
        return [Range(start + 4 * at, 4) for at in wanted]

    def script(self) -> bytes:
        """What leads back to the Thrift bytes. Raises NotCarriedError where there is no supplement."""
        seal = self._root.seal
        if seal is None:
            raise NotCarriedError(
                "a modular footer without a supplement does not say all that Thrift said"
            )
        module = self._root.modules[KIND]
        if module.length < seal.script + SEAL_SIZE:
            raise InvalidValueError("the script is longer than its module", module.offset)
        (script,) = self._tail.read([Range(module.offset, seal.script)])
        return bytes(script)
