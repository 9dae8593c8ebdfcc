"""A text is the same bytes, or the same mistake, natively and in Python; and work grows with its lines, not faster."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest

import inlay
from inlay.verbs.dump import text_reader
from inlay.verbs.dump.assemble import read_blocks, read_text
from inlay.verbs.dump.errors import AssemblyError
from tests.support.calls import count_calls
from tests.support.wide_file import write_wide
from tests.verbs.dump.test_lines import DEVIATIONS
from tests.verbs.dump.test_mistakes import MISTAKES

pytestmark = pytest.mark.needs("native core")

WORDS: Final = """
    } { ] [ ( ) , : - # @a &a bytes x"00" "a" 5 007 1e5 inf x true i32 double 1.5 uuid type14 -0 0x10 _ é \t ' \\n " crc32 cut
    99999999999999999999 (2\u00a0bytes) set<bool>
""".split(" ")
LINES: Final = """
    1: i32 5|2: list<i32> [|binary (|copy 0 4|} cut|map<i32, i32> [|struct {|uint32 5|uint32 &a|1 inf: i32 1|-1: i32 1|{ A {
    1: i32 &a - &b|list<struct> []|i8 200|bool 2|of 3|&a - &b
""".split("|")


def outcome(text: str, source: bytes) -> tuple[bytes, int] | str:
    try:
        assembly = read_text(text)
        return b"".join(assembly.chunks(BytesIO(source))), assembly.size
    except AssemblyError as error:
        return str(error)


def both_ways(text: str, source: bytes = b"") -> tuple[bytes, int] | str:
    """What comes of the text, which is the same without native code."""
    natively = outcome(text, source)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_reader, "native_lines", None)
        assert outcome(text, source) == natively, text
    return natively


def edit(lines: list[str], rng: random.Random) -> None:
    """Changes something in one of the lines."""
    at = rng.randrange(len(lines))
    line = lines[at]
    place = rng.randint(0, len(line))
    words = line.split(" ")
    rng.shuffle(words)
    edits: list[list[str]] = [
        [],
        [line, rng.choice(lines)],
        [line, rng.choice(LINES)],
        [line[:place] + rng.choice(WORDS) + line[place:]],
        [line[:place] + line[place + 1 :]],
        [line[:place]],
        [" ".join(words)],
    ]
    lines[at : at + 1] = rng.choice(edits)


@pytest.mark.parametrize("seed", range(8))
def test_edited_lines(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    texts = [text for text, _ in [*DEVIATIONS.values(), *MISTAKES.values()]]
    path = write_wide(tmp_path, 2)
    texts += ["\n".join(inlay.dump(path, bodies="hex"))] * 30
    outcomes: list[bool] = []
    for _ in range(40):
        lines = rng.choice(texts).split("\n")
        for _ in range(rng.randint(1, 3)):
            edit(lines, rng)
            lines = lines or [""]
        outcomes.append(isinstance(both_ways("\n".join(lines)), str))
    assert 3 < sum(outcomes) < 40


def nest(depth: int, count: int) -> str:
    """Lists in lists, each with so many elements and labels before and behind."""
    lines = ["{", "1: list<list> ["]
    for at in range(depth):
        lines += [f"@a{at}", "list<list> [", *["list<i8> []"] * (count - 1)]
    lines += ["list<i8> [", "i8 1", "]"]
    for at in reversed(range(depth)):
        lines += ["]", f"@b{at}"]
    return "\n".join([*lines, "]", f"2: i64 &a1 - &b{depth - 1}", "}"])


@pytest.mark.parametrize("depth", [3, 61, 62, 63, 64, 65, 200])
@pytest.mark.parametrize("count", [3, 20])
def test_lists_in_lists(depth: int, count: int) -> None:
    assert isinstance(both_ways(nest(depth, count)), tuple)


TEXTS: Final = {
    "a field far behind": '{\n900: i32 1\n900: true\n1: binary "a"\n}',
    "an id that no number holds": f"{{\n{1 << 68}: i32 1\n1: i32 1\n}}",
    "a line feed that is none": "bytes \x0b x\u20282\nbytes",
    "lines that end in two ways": '{\r\n1: i32 1\r\n}\r\nbytes "a"\n\r\n',
    "an undefined place of two": "@a\n{\n1: i64 &a - &nothing\n}",
    "a place behind letters": "@a\n{\n1 é: i64 &a - &nothing\n}",
    "a binary in a binary": '{\n1: binary (\n{\n1: binary (\nbytes "a"\n)\n}\n)\n2: i32 1\n}',
    "a long binary": '{\n1: binary (\nbytes "' + "a" * 200 + '"\n)\n}',
    "what is not UTF-8": '{\n1: binary "\udcff"\n}',
    "many labels": " ".join(f"@a{at}" for at in range(40)),
    "a number with a point": "{\n1: double 1.5\n2: double -1e400\n3: double 5\n4: double 0.1e-3\n}",
    "an empty string": '{\n1: binary ""\n2: binary "" x""\n}\nbytes ""',
}


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_not_plain(name: str) -> None:
    both_ways(TEXTS[name])


def test_a_block_may_end_anywhere(tmp_path: Path) -> None:
    data = Path(write_wide(tmp_path, 3)).read_bytes()
    lines = list(inlay.dump(data, bodies="hex"))
    for size in (1, 2, 7, 50):
        blocks = ["\n".join(lines[at : at + size]) + "\n" for at in range(0, len(lines), size)]
        assert b"".join(read_blocks(blocks).chunks(None)) == data


def test_twice_the_columns_take_twice_the_calls(tmp_path: Path) -> None:
    def prepare(columns: int) -> Callable[[], object]:
        block = "\n".join(inlay.dump(write_wide(tmp_path, columns), bodies="hex"))
        return partial(read_blocks, [block])

    calls = [count_calls(prepare(columns)) for columns in (100, 200)]
    assert calls[1] <= 2.2 * calls[0]
    assert calls[1] < 200 * 2 * 5  # for each chunk; with calls for each line it was 1,000
