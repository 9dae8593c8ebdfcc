struct Point {
  1: required i32 x
  2: required i32
}
