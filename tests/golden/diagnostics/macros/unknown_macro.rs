macro_rules! thrift_client { ($($t:tt)*) => {} }
thrift_client!(service S {});
thrift_strct!(struct A { 1: required i32 x });
