"""The metadata of a file changed where it stands: names, field ids, logical types, key-value pairs, claims. No page moves."""
