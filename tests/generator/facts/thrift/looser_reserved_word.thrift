struct A { 1: i32 if 2: i32 self }
