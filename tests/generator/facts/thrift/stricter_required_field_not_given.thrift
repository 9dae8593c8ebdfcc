struct A { 1: required i32 a }
const A X = {}
