struct A { 1: required i32 a 2: optional i32 b 3: i32 c }
union U { 1: required i32 a 2: optional i32 b 3: i32 c }
service S { void f(1: required i32 a 2: optional i32 b 3: i32 c) }
