service Canvas {
  oneway i32 draw()
  oneway void clear()
}
