"""The copies of the schema that writers leave among the key-value pairs of a footer: `follow` has them follow a change of
the schema, `merge` makes one of those of several files, and `widen` prepares those for it that lack columns.
"""

from inlay.described.change import SchemaChange
from inlay.described.errors import UnmergeableError
from inlay.described.follow import Followed, follow
from inlay.described.merge import PairSource, Policy, merge
from inlay.described.widen import widen

__all__ = [
    "SchemaChange",
    "Followed",
    "Policy",
    "PairSource",
    "UnmergeableError",
    "follow",
    "merge",
    "widen",
]
