struct Name { 1: required string text }
union Value {
  1: bool flag
  2: i64 number
  3: Name name
  4: Name other_name
  5: list<Value> values
}
