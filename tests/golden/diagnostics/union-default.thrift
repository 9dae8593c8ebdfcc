union Shape {
  1: i32 radius = 1
  2: i32 side = 2
}
