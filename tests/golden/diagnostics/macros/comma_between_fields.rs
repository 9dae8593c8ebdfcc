thrift_struct!(
struct KeyValue {
  1: required string key,
  2: optional string value,
}
);
