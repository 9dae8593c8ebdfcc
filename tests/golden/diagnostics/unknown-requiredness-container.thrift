struct Point {
  1: mandatory list<i32> x,
}
