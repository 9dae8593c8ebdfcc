"""The modules of pages, one behind another, natively."""

from collections.abc import Callable

class PageModules:
    """Those of one chunk, as far as they were opened."""

    def __init__(
        self,
        decrypt: Callable[..., object],
        invalid: type[Exception],
        start: int,
        aads: list[bytes],
        has_tagged_bodies: bool,
        /,
    ) -> None:
        """`decrypt` is given nonce, sealed bytes, AAD and the memory of the text, and raises `invalid`. `aads` are those of a dictionary's
        header and body, if there is one, and of the first page's; those of other pages have another ordinal in their last two bytes."""

    def __len__(self) -> int: ...
    def end_of(self, number: int, /) -> int:
        """Where a module ends in the file. Raises IndexError."""

    @property
    def opened_bytes(self) -> int:
        """Of those that have a tag."""

    def open_next(self, data: memoryview, /) -> int:
        """Those that lie whole in these bytes, which follow the ones before; how many bytes they are, or -1 if one does not open."""

    def finish(self) -> None:
        """No more are opened: memory that only that needs is given back."""

    def note_nonces(self, seen: dict[bytes, int], first: int, /) -> list[tuple[int, int]]:
        """Notes a number for each nonce that is not there yet. Of the others, which module it is and the number that is there."""
