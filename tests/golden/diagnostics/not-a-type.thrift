const i32 WIDTH = 5

service Canvas {}

struct Picture {
  1: WIDTH width
  2: list<Canvas> canvases
}
