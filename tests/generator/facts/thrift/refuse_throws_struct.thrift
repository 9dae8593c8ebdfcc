struct A {}
service S { void f() throws (1: A a) }
