typedef i32 A
typedef list<A> B
typedef map<string, B> C
typedef A D
struct S { 1: A a 2: B b 3: C c = {"x": [1, 2]} 4: D d = 5 }
