struct Point {
  1: i32 x
  2: i32 x
}

enum Color {
  RED, RED
}

service Canvas {
  void draw(1: Point at, 2: Color at)
  void draw()
}

union Point {
  1: i32 a
}

const i32 Color = 5
