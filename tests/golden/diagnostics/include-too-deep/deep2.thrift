include "deep3.thrift"
