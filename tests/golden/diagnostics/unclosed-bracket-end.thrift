const map<string, list<i32>> SIZES = {
  "a": [1, 2],
  "b": [3, 4
