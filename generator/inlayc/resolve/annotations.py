"""Annotations by name; of several with one name the last counts, as in the Apache compiler."""

from __future__ import annotations

from collections.abc import Sequence

from inlayc.thrift import syntax


def list_annotation_values(nodes: Sequence[syntax.Annotation]) -> dict[str, str]:
    return {node.name.text: node.value for node in nodes}
