const i8 SMALL = 128
const i16 MEDIUM = -32769
const double HUGE = 1e999
const i32 LARGE = 0xFFFFFFFF

struct Point {
  1: list<i8> x = [1, 2, 300]
}
