struct A { 1: B b }
