const i32 A = B
