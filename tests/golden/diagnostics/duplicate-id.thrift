struct Point {
  1: required i32 x
  2: required i32 y
  1: optional i32 z
}

union Shape {
  1: Point point
  1: i32 radius
}
