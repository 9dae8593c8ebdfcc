include "deep6.thrift"
