"""FlatBuffers, read in place after a verifier has passed over the buffer, and written anew.

The `flatbuffers` package's Builder does the writing; it is imported when a table is first encoded.
"""
