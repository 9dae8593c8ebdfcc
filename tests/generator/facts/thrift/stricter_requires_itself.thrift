struct A { 1: required A a }
