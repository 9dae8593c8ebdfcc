"""Columns of geometries: what the key `geo` and the types of the schema say of them."""
