thrift_union!(struct TimeUnit { 1: MILLIS });
