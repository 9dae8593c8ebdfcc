struct A { 1: A (a = "b") x }
