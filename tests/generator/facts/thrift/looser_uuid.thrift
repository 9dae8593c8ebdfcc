struct A { 1: uuid a }
