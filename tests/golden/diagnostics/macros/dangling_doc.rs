thrift_struct!(
struct A {
  1: required i32 x
  /// Nothing follows.
}
);
