service Canvas {
  void draw(1: i32 x, 2: i32 y
}
