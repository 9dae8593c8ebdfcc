enum Color {
  RED = 1
  GREEN = 2
}

const Color PEN = Color.GREN
const Color INK = 3
const Color PAPER = 2
enum Shade {
  DARK = 1
}
const Shade WALL = Color.DARK
