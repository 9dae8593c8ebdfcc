struct A { 1: optional A & next 2: i32 x }
