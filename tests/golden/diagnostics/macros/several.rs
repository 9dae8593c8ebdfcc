thrift_enum!(enum A { X = 0 });
thrift_struct!(struct B { 1: required i32 x });
thrift_struct!(struct C { 1: required set<i32> x; 2: optional map<i32, i32> y; });
thrift_union!(union D { 1: E F });
