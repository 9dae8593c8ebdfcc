enum E { A, B = 5, C }
const E X = E.B
const E Y = 6
const i32 Z = E.C
struct S { 1: E e = E.A 2: list<E> l = [E.A, E.C] 3: map<E, i32> m = {E.B: 1} }
