include "deep13.thrift"
