thrift_struct!(struct Table { 1: required set<i32> counts });
