thrift_struct!(struct Table { 1: optional Codec codec = Codec::SNAPPY; });
