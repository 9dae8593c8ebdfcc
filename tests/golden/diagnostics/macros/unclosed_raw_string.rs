const NAME: &str = r##"parquet"#;
thrift_struct!(struct A {});
