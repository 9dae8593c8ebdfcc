struct P { 1: i32 x 2: optional Q q }
struct Q { 1: string s }
const P A = {"x": 1, "q": {"s": "t"}}
const list<P> B = [{}, {"x": 2}]
const map<string, P> C = {"a": {"x": 3}}
struct D { 1: P p = {"x": 4} }
