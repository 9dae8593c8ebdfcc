"""What is added is tallied as a dictionary of lists would, in the order in which it is seen."""

from __future__ import annotations

from random import Random

from inlay.verbs.index.indexed_file import IndexedStatement, LeftOutStatement
from inlay.verbs.index.statement_tally import AddedToChunks, StatementTally


def test_counts_are_those_of_a_dictionary() -> None:
    rng, tally = Random(50), StatementTally()
    counts: dict[tuple[str, str], list[int]] = {}
    left: dict[tuple[str, str, str], int] = {}
    for _ in range(400):
        statement, column = rng.choice("abcd"), f"c{rng.randrange(20)}"
        if counts.get((statement, column)) and rng.random() < 0.4:
            tally.take_back(statement, column, "why")
            left[statement, column, "why"] = left.get((statement, column, "why"), 0) + 1
            counts[statement, column][0] -= 1
            if not counts[statement, column][0]:
                del counts[statement, column]
        else:
            statements = dict.fromkeys(rng.choices("abcd", k=3))
            sizes = [rng.randrange(1000) for _ in statements]
            added = zip(statements, sizes, strict=True)
            tally.add_all([column], [AddedToChunks(each, [0], [size]) for each, size in added])
            for each, size in zip(statements, sizes, strict=True):
                both = counts.setdefault((each, column), [0, 0])
                both[0] += 1
                both[1] += size
    assert tally.statements == tuple(
        IndexedStatement(*key, groups, size) for key, (groups, size) in counts.items()
    )
    assert tally.left_out == tuple(
        LeftOutStatement(statement, column, groups, reason)
        for (statement, column, reason), groups in left.items()
    )
    assert tally.names == {statement for statement, _ in counts}
