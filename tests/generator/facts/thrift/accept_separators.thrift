struct A { 1: i32 a, 2: i32 b; 3: i32 c 4: i32 d }
const list<i32> L = [1, 2; 3 4]
const map<i32, i32> M = {1: 2, 3: 4; 5: 6 7: 8}
enum E { X, Y; Z W }
const i32 C = 1;
typedef i32 T,
