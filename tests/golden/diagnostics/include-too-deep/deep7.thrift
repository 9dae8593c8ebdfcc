include "deep8.thrift"
