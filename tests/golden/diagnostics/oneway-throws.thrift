exception Full {}

service Canvas {
  oneway void draw() throws (1: Full full)
}
