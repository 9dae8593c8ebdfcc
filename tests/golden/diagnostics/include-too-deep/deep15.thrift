include "deep16.thrift"
