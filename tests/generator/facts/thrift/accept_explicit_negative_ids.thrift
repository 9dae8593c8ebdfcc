struct A { -1: i32 a, i32 b, 5: i32 c, i32 d, -10: i32 e, i32 f, 0: i32 g }
