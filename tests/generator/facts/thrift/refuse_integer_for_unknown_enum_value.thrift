enum E { A }
const E X = 5
