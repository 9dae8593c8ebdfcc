include "deep17.thrift"
