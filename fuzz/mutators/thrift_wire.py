"""The compact protocol taken apart by field, changed, and put together again; it knows no IDL (docs/wire.md)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Final, TypeAlias

from fuzz.mutators.raw_bytes import mutate_bytes
from inlay_runtime.compact.varint import unsigned, unzigzag, zigzag

_TRUE, _FALSE, _I8, _I64, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT, _UUID = (
    1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13,
)  # fmt: skip
_DEEPEST: Final = 80
_INTEGERS: Final = (0, 1, 2, 3, 127, 128, 1 << 14, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, (1 << 64) - 1)  # fmt: skip
_NAMES: Final = (b"", b"\xff\xfe", b"\x08\xff\xff\x01\x00", b"../../etc/passwd", b"a" * 130)


class NotWire(ValueError):
    """Bytes that do not begin with a struct."""


@dataclass(slots=True)
class Node:
    """A value: `raw` of a scalar (a varint without its length), `children` of what holds others.

    `claimed` is what a length or a count says instead of the truth.
    """

    type: int
    raw: bytes = b""
    children: list[Node] = field(default_factory=list)
    ids: list[int] = field(default_factory=list)
    elements: tuple[int, ...] = ()
    claimed: int | None = None
    wire: bytes | None = None
    """What it was read from, while nothing below it has changed."""

    def copy(self) -> Node:
        """To be changed, with children that are not."""
        return Node(self.type, self.raw, list(self.children), list(self.ids), self.elements, self.claimed)  # fmt: skip


Path: TypeAlias = tuple[int, ...]
"""Which child of which child, from the root."""


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, count: int) -> bytes:
        part = self.data[self.at : self.at + count]
        if len(part) < count:
            raise NotWire
        self.at += count
        return part

    def varint(self) -> int:
        value = shift = 0
        while shift < 70:
            (byte,) = self.take(1)
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7
        raise NotWire

    def node(self, type_: int, depth: int) -> Node:
        if depth > _DEEPEST:
            raise NotWire
        begin = self.at
        node = self.value(type_, depth)
        node.wire = self.data[begin : self.at]
        return node

    def value(self, type_: int, depth: int) -> Node:
        match type_:
            case 1 | 2 | 3:
                return Node(type_, self.take(1))
            case 4 | 5 | 6:
                return Node(type_, unsigned(self.varint()))
            case 7:
                return Node(type_, self.take(8))
            case 8:
                return Node(type_, self.take(self.varint()))
            case 9 | 10:
                return self.sequence(type_, depth)
            case 11:
                return self.mapping(depth)
            case 12:
                return self.struct(depth)
            case 13:
                return Node(type_, self.take(16))
            case _:
                raise NotWire

    def sequence(self, type_: int, depth: int) -> Node:
        (head,) = self.take(1)
        count = head >> 4 if head < 0xF0 else self.varint()
        if count > len(self.data) - self.at:
            raise NotWire
        children = [self.node(head & 15, depth + 1) for _ in range(count)]
        return Node(type_, children=children, elements=(head & 15,))

    def mapping(self, depth: int) -> Node:
        count = self.varint()
        if count > len(self.data) - self.at:
            raise NotWire
        (kinds,) = self.take(1) if count else (0,)
        types = (kinds >> 4, kinds & 15)
        return Node(_MAP, children=[self.node(types[at % 2], depth + 1) for at in range(2 * count)], elements=types)  # fmt: skip

    def struct(self, depth: int = 0) -> Node:
        struct, last = Node(_STRUCT), 0
        while (head := self.take(1)[0]) & 15:
            if head >> 4:
                last += head >> 4
            else:
                last = unzigzag(self.varint())
            type_ = head & 15
            is_flag = type_ in (_TRUE, _FALSE)
            struct.children.append(Node(type_) if is_flag else self.node(type_, depth + 1))
            struct.ids.append(last)
        return struct


def read_struct(data: bytes) -> tuple[Node, bytes]:
    """The struct, and what follows it. Raises NotWire."""
    reader = _Reader(data)
    return reader.struct(), data[reader.at :]


def write_node(node: Node) -> bytes:
    """The bytes of a value: as they were, where nothing has changed, and with the shortest headers elsewhere."""
    if node.wire is not None:
        return node.wire
    count = len(node.children) if node.claimed is None else node.claimed
    inner = b"".join(map(write_node, node.children)) if node.type != _STRUCT else b""
    key, value = (*node.elements, _BINARY, _BINARY)[:2]  # a type that was changed has none
    match node.type:
        case 8:
            size = len(node.raw) if node.claimed is None else node.claimed
            return unsigned(size) + node.raw
        case 9 | 10:
            short = count < 15
            head = bytes([(count if short else 15) << 4 | key])
            return head + (b"" if short else unsigned(count)) + inner
        case 11:
            pairs = len(node.children) // 2 if node.claimed is None else node.claimed
            kinds = bytes([key << 4 | value]) if pairs else b""
            return unsigned(pairs) + kinds + inner
        case 12:
            return b"".join(_write_fields(node)) + b"\0"
        case _:
            return node.raw


def _write_fields(struct: Node) -> Iterator[bytes]:
    last = 0
    for id_, child in zip(struct.ids, struct.children, strict=False):
        if 0 < id_ - last < 16:
            yield bytes([(id_ - last) << 4 | child.type])
        else:
            yield bytes([child.type]) + unsigned(zigzag(id_) & 0xFFFF)
        if child.type not in (_TRUE, _FALSE) or child.raw:
            yield write_node(child)
        last = id_


def _all_nodes(node: Node, path: Path = ()) -> Iterator[tuple[Path, Node]]:
    yield path, node
    for at, child in enumerate(node.children):
        yield from _all_nodes(child, (*path, at))


@lru_cache(maxsize=2048)
def _read_nodes(data: bytes) -> tuple[Node, bytes, list[tuple[Path, Node]]]:
    """What a fuzzer changes again and again is read once; so nothing of it is changed in place."""
    root, rest = read_struct(data)
    return root, rest, list(_all_nodes(root))


def mutate_struct(data: bytes, rng: Random) -> bytes:
    """One to three changes of fields, lengths, types and subtrees; of bytes, where they are not a struct."""
    try:
        root, rest, places = _read_nodes(data)
    except NotWire:
        return mutate_bytes(data, rng)
    nodes = [node for _, node in places]
    for _ in range(rng.choice((1, 1, 2, 3))):
        path, _ = rng.choice(places)
        root, node = _uncover(root, path)
        _change(node, nodes, rng)
    try:
        return write_node(root) + rest
    except RecursionError:  # a subtree that was put into itself
        return mutate_bytes(data, rng)


def _uncover(root: Node, path: Path) -> tuple[Node, Node]:
    """The tree with copies of what is on a path, as far as it leads, and the last of them."""
    root = node = root.copy()
    for at in path:
        if at >= len(node.children):
            break
        node.children[at] = node.children[at].copy()
        node = node.children[at]
    return root, node


def _change(node: Node, nodes: list[Node], rng: Random) -> None:
    if node.type == _STRUCT:
        _change_struct(node, nodes, rng)
    elif node.type in (_LIST, _SET, _MAP):
        _change_container(node, nodes, rng)
    elif node.type == _BINARY:
        _change_binary(node, nodes, rng)
    elif node.raw and rng.randrange(3):
        node.raw = _scalar(node.type, rng)
    else:
        _become(node, rng.choice(nodes), rng)


def _change_struct(node: Node, nodes: list[Node], rng: Random) -> None:
    del node.children[len(node.ids) :], node.ids[len(node.children) :]  # of what was not a struct
    at = rng.randrange(len(node.children) + 1)
    choice = rng.randrange(6)
    if choice == 0 or not node.children:  # a field more, known or not
        other = rng.choice(nodes)
        node.children.insert(at, other.copy())
        node.ids.insert(at, rng.choice((*range(-1, 20), 32767, -16384, 300)))
        return
    at %= len(node.children)
    if choice == 1:
        del node.children[at], node.ids[at]
    elif choice == 2:
        node.ids[at] = rng.choice((*range(20), 32767, -16384))
    elif choice == 3:
        node.children.append(node.children[at])
        node.ids.append(node.ids[at])
    elif choice == 4:
        place = rng.randrange(len(node.children))
        node.ids[at], node.ids[place] = node.ids[place], node.ids[at]
    else:
        node.children[at] = node.children[at].copy()
        node.children[at].type = rng.choice((*range(1, 14), 14, 15))


def _change_container(node: Node, nodes: list[Node], rng: Random) -> None:
    choice = rng.randrange(5)
    if choice == 0:
        node.claimed = rng.choice((0, 1, len(node.children) + 1, 14, 15, *_INTEGERS[4:8]))
    elif choice == 1:
        node.elements = tuple(rng.randrange(16) for _ in node.elements)
    elif choice == 2 and node.children:
        step = max(len(node.elements), 1)
        at = rng.randrange(len(node.children) // step + 1) * step
        node.children[at:at] = node.children[at : at + step] * rng.choice((1, 2, 15))
    elif choice == 3 and node.children:
        del node.children[-max(len(node.elements), 1) :]
    elif len(node.elements) == 1:
        same = [each for each in nodes if each.type == node.elements[0]]
        node.children += [rng.choice(same)] if same else []


def _change_binary(node: Node, nodes: list[Node], rng: Random) -> None:
    choice = rng.randrange(5)
    if choice == 0:
        node.claimed = rng.choice((0, len(node.raw) + 1, *_INTEGERS))
    elif choice == 1:
        node.raw = rng.choice([node.raw, *(each.raw for each in nodes if each.type == _BINARY)])
    elif choice == 2:
        node.raw = rng.choice(_NAMES)
    elif choice == 3 and len(node.raw) > 2:
        node.raw = mutate_struct(node.raw, rng)  # structs lie in extensions
    else:
        node.raw = mutate_bytes(node.raw, rng)


def _scalar(type_: int, rng: Random) -> bytes:
    if 3 < type_ <= _I64:
        value = rng.choice((*_INTEGERS, rng.randrange(200)))
        long = unsigned(value)
        return long if rng.randrange(8) else long[:-1] + bytes([long[-1] | 0x80, 0])
    if type_ <= _I8:
        return bytes([rng.choice((0, 1, 2, 0x7F, 0x80, 0xFF))])
    size = 8 if type_ == _DOUBLE else 16
    return rng.choice((bytes(size), b"\xff" * size, rng.randbytes(size)))


def _become(node: Node, other: Node, rng: Random) -> None:
    """A subtree of another place, of its type or of the old one."""
    node.type = other.type if rng.randrange(2) else node.type
    node.raw, node.children = other.raw, list(other.children)
    node.ids, node.elements = list(other.ids), other.elements
