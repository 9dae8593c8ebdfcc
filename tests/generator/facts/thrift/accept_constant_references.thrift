const i32 A = 5
const i64 B = A
const double C = A
const string S = "s"
const binary BIN = S
const list<i32> L = [A, 6, A]
struct P { 1: i32 x = A }
