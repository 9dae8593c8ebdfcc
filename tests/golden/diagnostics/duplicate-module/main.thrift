include "one/shared.thrift"
include "two/shared.thrift"
