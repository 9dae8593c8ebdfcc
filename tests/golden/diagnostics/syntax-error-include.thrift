struct Point {}

include "late.thrift"
