enum E { A }
const E X = E.A
const E Y = X
