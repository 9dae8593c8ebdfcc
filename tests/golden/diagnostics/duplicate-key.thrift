struct Point {
  1: i32 x
}

const map<string, i32> SIZES = {"a": 1, "b": 2, "a": 3}
const Point ORIGIN = {"x": 0, "x": 1}
