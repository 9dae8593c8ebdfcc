struct Point {}

exception Full {}

typedef Full AlsoFull

service Canvas {
  void draw() throws (1: Full full, 2: Point point)
  void clear() throws (1: AlsoFull full, 2: i32 code)
}
