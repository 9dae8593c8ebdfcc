include "first.thrift"
