struct A { 1: string a = 5 }
