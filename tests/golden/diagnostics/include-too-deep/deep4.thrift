include "deep5.thrift"
