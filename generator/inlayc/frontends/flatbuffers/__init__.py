"""The FlatBuffers dialect: `.fbs` texts to the same schema that Thrift texts become."""
