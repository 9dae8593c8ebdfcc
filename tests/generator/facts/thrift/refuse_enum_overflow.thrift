enum E { A = 2147483647, B }
