struct Point {
  1: required i32 x?y
}
