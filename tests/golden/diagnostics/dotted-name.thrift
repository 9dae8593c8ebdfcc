struct a.Point {
  1: i32 x
}

enum Color {
  RED.DARK = 1
}
