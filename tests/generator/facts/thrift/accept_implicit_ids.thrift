struct A { i32 a, i32 b 7: i32 c, i32 d }
service S { void f(i32 a, 1: i32 b) }
