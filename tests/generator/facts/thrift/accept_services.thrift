exception E {}
service S { void a(), i32 b(1: i32 x = 5) throws (1: E e); oneway void c() async void d() list<i32> f() }
service T extends S { map<i32, S2> g(1: S2 s) }
struct S2 {}
