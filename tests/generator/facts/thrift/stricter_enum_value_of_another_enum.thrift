enum E { A }
enum F { A }
const E X = F.A
