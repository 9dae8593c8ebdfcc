enum E { A }
const E X = "A"
