include "deep12.thrift"
