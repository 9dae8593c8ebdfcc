include "deep7.thrift"
