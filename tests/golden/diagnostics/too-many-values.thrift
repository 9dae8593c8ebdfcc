typedef list<i64> Row0
const Row0 ROW0 = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
typedef list<Row0> Row1
const Row1 ROW1 = [ROW0, ROW0, ROW0, ROW0, ROW0, ROW0, ROW0, ROW0, ROW0, ROW0]
typedef list<Row1> Row2
const Row2 ROW2 = [ROW1, ROW1, ROW1, ROW1, ROW1, ROW1, ROW1, ROW1, ROW1, ROW1]
typedef list<Row2> Row3
const Row3 ROW3 = [ROW2, ROW2, ROW2, ROW2, ROW2, ROW2, ROW2, ROW2, ROW2, ROW2]
typedef list<Row3> Row4
const Row4 ROW4 = [ROW3, ROW3, ROW3, ROW3, ROW3, ROW3, ROW3, ROW3, ROW3, ROW3]
typedef list<Row4> Row5
const Row5 ROW5 = [ROW4, ROW4, ROW4, ROW4, ROW4, ROW4, ROW4, ROW4, ROW4, ROW4]
typedef list<Row5> Row6
const Row6 ROW6 = [ROW5, ROW5, ROW5, ROW5, ROW5, ROW5, ROW5, ROW5, ROW5, ROW5]
typedef list<Row6> Row7
const Row7 ROW7 = [ROW6, ROW6, ROW6, ROW6, ROW6, ROW6, ROW6, ROW6, ROW6, ROW6]
