struct Point {
  1: required i32 x
  2: required i32 y

struct Line {
  1: required Point start
}
