thrift_struct!(
struct KeyValue {
  1: required string key
  2: string value
}
);
