thrift_struct!(struct Table { 1: required map<string, i32> counts });
