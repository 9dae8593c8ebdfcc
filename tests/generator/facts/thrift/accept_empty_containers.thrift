const list<i32> A = []
const set<i32> B = {}
const map<i32, i32> C = []
const map<i32, i32> D = {}
