struct A { 1: i32 }
