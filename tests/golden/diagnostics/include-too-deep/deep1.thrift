include "deep2.thrift"
