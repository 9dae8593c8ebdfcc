enum Level { LOW = 0, HIGH = 1 }
struct Point { 1: required i32 x = 0; 2: optional i32 y = 7 }
struct Defaults {
  1: required i64 offset = 0
  2: optional bool compressed = true
  3: string name = "none\n\"quoted\""
  4: optional Level level = Level.HIGH
  5: optional list<i32> sizes = [1, 2]
  6: optional map<string, double> weights = {"a": 1.5}
  7: optional Point origin = {"x": 3}
  8: optional binary raw = "\\"
}
