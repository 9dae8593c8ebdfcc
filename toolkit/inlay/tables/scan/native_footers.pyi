"""The footers of many local files, natively."""

def read_plain(
    paths: list[str], most: int, smallest: int, longest: int, uuids: list[bytes], near: int
) -> list[tuple[int, bytes] | None]:
    """Of each file, in order, its size and its footer, or None where Python has to look; of fewer files where the footers
    reach `most` bytes."""
