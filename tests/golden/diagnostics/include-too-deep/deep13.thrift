include "deep14.thrift"
