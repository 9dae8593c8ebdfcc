struct Point {
  1: requierd i32 x
  2: required i32 y
}
