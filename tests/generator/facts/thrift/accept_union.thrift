union U { 1: i32 a = 5 2: string b }
const U A = {"b": "c"}
