thrift_struct!(
struct A {
  //! What A is for.
  1: required i32 x
}
);
