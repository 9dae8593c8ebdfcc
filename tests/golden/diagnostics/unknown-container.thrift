struct Order {
  1: required string name
  2: optional lsit<i32> sizes
}
