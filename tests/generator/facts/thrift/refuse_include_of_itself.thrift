include "refuse_include_of_itself.thrift"
