"""The copies of the schema that writers leave among the key-value pairs of a footer: `follow` has them follow a change of
the schema, `merge` makes one of those of several files, and `widen` prepares those for it that lack columns.
"""

from inlay.ground.schema_copies.change import SchemaChange
from inlay.ground.schema_copies.errors import UnmergeableError
from inlay.ground.schema_copies.follow import Followed, follow
from inlay.ground.schema_copies.merge import PairSource, Policy, merge
from inlay.ground.schema_copies.widen import widen

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
