"""The bytes of a FlatBuffer, for what writes tables natively."""

class Written:
    """Slots of a root that are written already."""
