from collections.abc import Sequence

from setuptools import Extension

def cythonize(
    module_list: Sequence[Extension],
    *,
    include_path: Sequence[str] = ...,
    build_dir: str = ...,
    quiet: bool = ...,
    language_level: int = ...,
) -> list[Extension]: ...
