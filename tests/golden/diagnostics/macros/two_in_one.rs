thrift_struct!(struct A {} struct B {});
