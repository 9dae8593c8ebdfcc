"""Numbers that are taken out one by one, natively."""

from inlay.verbs.store.key_set import KeySet

class NativeKeySet(KeySet): ...
