enum Color {
  RED
}

const i32 WIDTH = 5
const i32 HEIGHT = WITDH
const Color PEN = RED
const Color INK = Colour.RED

struct Picture {
  1: i32 height = HIGHT
}
