struct A { 1: i32 x }
const A X = {"y": 1}
