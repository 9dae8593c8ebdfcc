struct A { 1: i32 a }
const A X = {"a": 1}
struct B { 1: A a = X }
