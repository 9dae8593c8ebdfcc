struct A { 1: B b 2: C c 3: list<D> d }
struct B {}
typedef i32 C
enum D { X }
