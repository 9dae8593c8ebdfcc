const map<i32, i32> A = {1: 2, 1: 3}
