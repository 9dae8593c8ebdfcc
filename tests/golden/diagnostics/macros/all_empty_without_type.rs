thrift_union_all_empty!(union TimeUnit { 1: MILLIS; 2: MICROS; });
