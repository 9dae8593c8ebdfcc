struct Point {
  1: i32 x = "one"
  1: Nothing y
}

enum Color {
  RED, RED
}
