"""What types of extensions are called where several stand beside each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from inlay_runtime.flat.extension import ExtensionTable


def label_types(types: Iterable[type[ExtensionTable]]) -> dict[type[ExtensionTable], str]:
    """Their names; with that of their module where two have one name, as those of several generations of a schema do."""
    some = [*types]
    counts = Counter(it.__name__ for it in some)
    return {
        it: it.__name__ if counts[it.__name__] == 1 else f"{it.__module__}.{it.__name__}"
        for it in some
    }
