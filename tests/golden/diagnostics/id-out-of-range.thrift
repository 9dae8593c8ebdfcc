struct Point {
  32768: optional i32 x
  -32769: optional i32 y
  -5: optional i32 z
}
