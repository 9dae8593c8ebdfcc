thrift_struct!(struct KeyValue { required string key; });
