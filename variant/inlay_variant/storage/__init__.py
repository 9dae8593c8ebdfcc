"""The columns that Variants lie in: what shape they have, and which types values have in them."""
