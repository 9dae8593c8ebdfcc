"""Annotations by name; of several with one name the last counts, as in the Apache compiler."""

from __future__ import annotations

from collections.abc import Sequence

from inlayc.schema import NO_ANNOTATIONS, Annotations
from inlayc.thrift import syntax


def list_annotation_values(nodes: Sequence[syntax.Annotation]) -> Annotations:
    if not nodes:
        return NO_ANNOTATIONS
    return {node.name.text: node.value for node in nodes}
