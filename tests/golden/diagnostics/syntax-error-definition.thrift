namespace py geometry

strcut Point {
  1: required i32 x
}
