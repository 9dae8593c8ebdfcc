include "../include-cycle/first.thrift"
include "/dev/null"
include "below/../below/inner.thrift"
