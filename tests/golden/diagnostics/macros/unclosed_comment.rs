/* outer /* inner */
thrift_struct!(struct A {});
