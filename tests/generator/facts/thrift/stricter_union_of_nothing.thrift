union U { 1: i32 a }
const U X = {}
