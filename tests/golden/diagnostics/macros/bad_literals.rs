thrift_struct!(
struct Table {
  1: optional string text = "C:\quux";
  2x: optional i32 count;
  3: optional double ratio = 1e999;
}
);
