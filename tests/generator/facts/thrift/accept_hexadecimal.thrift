const i32 A = 0x1F
const i32 B = -0x1f
struct S { 0x10: i32 a }
