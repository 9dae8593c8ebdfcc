thrift_struct!(struct KeyValue { 1: required string });
