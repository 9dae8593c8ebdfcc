"""The Python that FlatBuffers become."""
