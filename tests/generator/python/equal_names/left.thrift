struct T { 1: i32 x }
