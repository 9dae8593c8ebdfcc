thrift_enum!(enum Type { BOOLEAN; INT32; });
