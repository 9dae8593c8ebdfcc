struct A {}
const i32 A = 5
