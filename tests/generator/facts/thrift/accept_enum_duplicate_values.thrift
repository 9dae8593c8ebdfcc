enum E { A = 1, B = 1, C, D = 2 }
