struct A { 70000: i32 a }
