const NAME: &str = "parquet;
thrift_struct!(struct A {});
