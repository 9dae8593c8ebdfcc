enum E { A, B, C = 10, D, E = -5, F, G = 0x10, H }
