include "second.thrift"

struct A {}
