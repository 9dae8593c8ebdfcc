thrift_struct!(
struct KeyValue {
  1: requried string key
  2: default list<string> value
}
);
