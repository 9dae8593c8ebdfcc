const list<i32> A = [1]
struct P { 1: list<i32> a = A }
