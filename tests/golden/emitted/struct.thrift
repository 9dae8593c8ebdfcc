/** A pair. **/
struct KeyValue {
  /** What it is called. */
  1: required string key
  2: optional string value
}
struct Lists {
  1: required list<i64> numbers
  2: optional list<list<bool>> bits
  3: optional set<binary> blobs
  4: map<string, list<KeyValue>> by_name
  5: map<KeyValue, i32> by_pair
  6: optional bool flag
  7: optional uuid id
  8: optional double ratio
}
