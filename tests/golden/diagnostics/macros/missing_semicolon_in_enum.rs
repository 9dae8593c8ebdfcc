thrift_enum!(
enum Type {
  BOOLEAN = 0;
  INT32 = 1
  INT64 = 2;
}
);
