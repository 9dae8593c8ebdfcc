const i32 A = true
