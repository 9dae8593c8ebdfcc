const list<i32> A = 5
