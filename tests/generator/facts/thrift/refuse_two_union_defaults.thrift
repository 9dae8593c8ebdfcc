union U { 1: i32 a = 1 2: i32 b = 2 }
