cpp_include "<x>"
struct A { 1: map cpp_type "x" <i32, set cpp_type "y" <i16>> a, 2: list<i16> cpp_type "z" b }
