thrift_struct!(struct Table { 1: required list counts; 2: required i32<i8> more; });
