include "deep11.thrift"
