"""Annotations by name; of several with one name the last counts, as in the Apache compiler."""

from __future__ import annotations

from collections.abc import Sequence

from inlayc.frontends.thrift import syntax
from inlayc.model.schema import NO_ANNOTATIONS, Annotations


def list_annotation_values(nodes: Sequence[syntax.Annotation]) -> Annotations:
    if not nodes:
        return NO_ANNOTATIONS
    return {node.name.text: node.value for node in nodes}
