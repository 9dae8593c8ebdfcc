"""A footer in a design of its own beside the Thrift, in its extension."""
