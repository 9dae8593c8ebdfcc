"""The native twin of `page` and `parameters`."""

from collections.abc import Sequence

def encode_page(values: memoryview, preset: Sequence[tuple[int, int]], size: int) -> bytes | None:
    """As `page.encode_page`; `size` is that of a number, 4 or 8. None for memory that is not aligned."""

def decode_page(data: memoryview, count: int, size: int) -> bytes | None:
    """As `page.decode_page`; None for what breaks a rule."""

def rank_parameters(
    samples: Sequence[bytes], size: int
) -> tuple[tuple[int, int], list[tuple[int, int, int]], int]:
    """What is best for all samples, the votes of each as (exponent, factor, how many), and the bits of the best of each."""
