include "deep1.thrift"
