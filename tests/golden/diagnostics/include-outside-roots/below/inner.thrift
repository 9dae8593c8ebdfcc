include "../shared.thrift"
