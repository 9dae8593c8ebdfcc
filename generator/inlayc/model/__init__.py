"""The resolved model of an IDL, and its notation on one line."""
