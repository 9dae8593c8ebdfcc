struct Point {
  1: Nowhere x
}
