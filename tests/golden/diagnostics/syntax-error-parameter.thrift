service Canvas {
  void draw(at: i32)
}
