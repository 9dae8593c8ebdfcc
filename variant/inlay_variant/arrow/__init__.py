"""Arrays of Variants: the type, and what is done with them."""
