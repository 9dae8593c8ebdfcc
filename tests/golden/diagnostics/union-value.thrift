union Shape {
  1: i32 radius
  2: i32 side
}

const Shape GOOD = {"radius": 1}
const Shape NONE = {}
const Shape BOTH = {"radius": 1, "side": 2}
