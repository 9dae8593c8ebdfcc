"""FlatBuffers footers: inside of the Thrift (private, migration, the prototype of Arrow), or in its place (final)."""
