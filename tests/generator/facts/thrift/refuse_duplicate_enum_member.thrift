enum E { A, A }
