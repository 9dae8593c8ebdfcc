struct Point {
  1: required i32 x
  2: required i32 y = 0
  3: optional i32 z
}

const Point GOOD = {"x": 1}
const Point BAD = {"y": 1}
