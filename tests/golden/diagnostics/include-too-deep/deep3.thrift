include "deep4.thrift"
