include "deep9.thrift"
