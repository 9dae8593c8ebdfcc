"""AES as Parquet uses it: modules of GCM, bodies of pages in CTR, signatures, and keys that are wrapped by keys."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from inlay.ground.missing import explain_missing

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

LENGTH: Final = 4
NONCE: Final = 12
TAG: Final = 16
_FIRST_BLOCK: Final = bytes([0, 0, 0, 1])
"""Where the counter of CTR begins, behind the nonce."""


@lru_cache(maxsize=64)
def _gcm(key: bytes) -> AESGCM:
    with explain_missing("a key"):
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    return AESGCM(key)


def open_sealed(key: bytes, sealed: bytes | memoryview, aad: bytes) -> bytes | None:
    """The text of nonce, ciphertext and tag; None where the tag does not agree."""
    cipher = _gcm(key)
    from cryptography.exceptions import InvalidTag

    if len(sealed) < NONCE + TAG:
        return None
    view = memoryview(sealed)  # a footer of some megabytes is not copied once more
    try:
        return cipher.decrypt(view[:NONCE], view[NONCE:], aad)
    except InvalidTag:
        return None


def find_decrypt_into(key: bytes) -> tuple[Callable[..., int], type[Exception]] | None:
    """What is given nonce, sealed bytes, AAD and memory for the text, and what it raises where the tag does not agree; None before
    cryptography 47."""
    decrypt = getattr(_gcm(key), "decrypt_into", None)
    from cryptography.exceptions import InvalidTag

    return None if decrypt is None else (decrypt, InvalidTag)


class TagCheck:
    """Whether modules open, without their text, which is written over by the next one: memory that is not asked for again is quicker by a
    quarter. `text` is for the few that are read."""

    def __init__(self) -> None:
        self._scratch = memoryview(bytearray(1 << 16))
        self._ciphers: dict[bytes, Callable[[memoryview, bytes], bool]] = {}

    def opens(self, key: bytes, sealed: memoryview, aad: bytes) -> bool:
        check = self._ciphers.get(key)
        if check is None:
            check = self._ciphers[key] = self._build(key)
        return check(sealed, aad)

    def _build(self, key: bytes) -> Callable[[memoryview, bytes], bool]:
        """With all at hand that each of very many modules needs."""
        functions = find_decrypt_into(key)
        if functions is None:
            return lambda sealed, aad: open_sealed(key, sealed, aad) is not None
        decrypt, invalid = functions

        def check(sealed: memoryview, aad: bytes) -> bool:
            size = len(sealed) - NONCE - TAG
            if size < 0:
                return False
            if size > len(self._scratch):
                self._scratch = memoryview(bytearray(size))
            try:
                decrypt(sealed[:NONCE], sealed[NONCE:], aad, self._scratch[:size])
            except invalid:
                return False
            return True

        return check


def seal(key: bytes, text: bytes, aad: bytes, nonce: bytes = b"") -> bytes:
    """Nonce, ciphertext and tag. Without a nonce, one that is drawn: none is ever used twice."""
    nonce = nonce or secrets.token_bytes(NONCE)
    return nonce + _gcm(key).encrypt(nonce, text, aad)


def open_counted(key: bytes, sealed: bytes | memoryview) -> bytes:
    """The text of nonce and ciphertext in CTR mode, which no tag protects."""
    with explain_missing("a key"):
        from cryptography.hazmat.primitives.ciphers import Cipher
        from cryptography.hazmat.primitives.ciphers.algorithms import AES
        from cryptography.hazmat.primitives.ciphers.modes import CTR
    decryptor = Cipher(AES(key), CTR(bytes(sealed[:NONCE]) + _FIRST_BLOCK)).decryptor()
    return decryptor.update(sealed[NONCE:]) + decryptor.finalize()


def add_length(sealed: bytes) -> bytes:
    """The module as it lies in a file."""
    return len(sealed).to_bytes(LENGTH, "little") + sealed


def sign(key: bytes, struct: bytes, aad: bytes) -> bytes:
    """The signature of a footer in the clear: nonce and tag of its bytes."""
    sealed = seal(key, struct, aad)
    return sealed[:NONCE] + sealed[-TAG:]


def is_signed(key: bytes, struct: bytes, signature: bytes, aad: bytes) -> bool:
    """Whether the signature is that of these bytes, which are sealed again with its nonce."""
    return seal(key, struct, aad, signature[:NONCE])[-TAG:] == signature[NONCE:]


def wrap_key(key: bytes, master: bytes, aad: bytes) -> str:
    """As parquet-java and Arrow wrap a key by another one: base64 of nonce, ciphertext and tag."""
    return base64.b64encode(seal(master, key, aad)).decode("ascii")


def unwrap_key(wrapped: str, master: bytes, aad: bytes) -> bytes | None:
    """None where it is wrapped by another key, or is no such text."""
    try:
        sealed = base64.b64decode(wrapped, validate=True)
    except ValueError:
        return None
    return open_sealed(master, sealed, aad)
