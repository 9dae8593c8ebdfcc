include "deep15.thrift"
