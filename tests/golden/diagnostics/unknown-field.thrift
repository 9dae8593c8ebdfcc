struct Point {
  1: i32 width
}

const Point ORIGIN = {"wdith": 1}
