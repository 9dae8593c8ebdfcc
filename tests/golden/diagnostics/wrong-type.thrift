enum Color {
  RED
}

struct Point {
  1: i32 x = "one"
  2: string name = 5
  3: bool flag = 2
  4: double size = "large"
  5: list<i32> sizes = 5
  6: map<string, i32> names = ["a"]
  7: Color color = "RED"
  8: Point next = 1.5
  9: i32 truth = true
 10: binary data = Color.RED
 11: set<Color> colors = [RED_TEXT]
}

const string RED_TEXT = "RED"
