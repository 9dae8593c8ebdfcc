const list<i32> SIZES = [1, 2, = 3]
