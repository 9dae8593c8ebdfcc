struct A { 1: optional A & other 2: i32 x }
