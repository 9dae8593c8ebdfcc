struct A {}
enum A {}
