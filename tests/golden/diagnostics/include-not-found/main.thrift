include "shaerd.thrift"
