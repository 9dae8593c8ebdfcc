thrift_enum!(
enum Type {
  BOOLEAN = 0,
  INT32 = 1,
}
);
