include "deep10.thrift"
