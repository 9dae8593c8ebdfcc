"""A row group with other paths of its columns, as bytes."""

def replace_paths(data: bytes, paths: list[bytes]) -> bytes | None:
    """The row group `data` with these paths, each a list in the compact protocol; None for what is not plain."""
